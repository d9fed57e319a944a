"""Compiles the kernel with mypyc; everything else is declared in pyproject.toml."""

from build_backend import BuildKernel, kernel_extensions
from setuptools import setup

setup(ext_modules=kernel_extensions(), cmdclass={"build_ext": BuildKernel})
