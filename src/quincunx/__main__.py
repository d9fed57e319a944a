"""`python -m quincunx` is `quincunx`."""

from quincunx.cli import program

if __name__ == "__main__":
    program()
