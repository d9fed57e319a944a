"""Compiles the kernel with mypyc; everything else is declared in pyproject.toml."""

from setuptools import setup

from build_backend import BuildKernel, kernel_extensions

setup(ext_modules=kernel_extensions(), cmdclass={"build_ext": BuildKernel})
