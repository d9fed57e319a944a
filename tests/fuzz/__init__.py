"""The fuzzer: random and hostile input for a given time, and short reproductions of what fails.

`make fuzz`, or `python -m tests.fuzz --seconds 3600 --seed 7 --report report.md`. Each *target* is
a Hypothesis test, so a failure is shrunk to a small example and printed as code or as a command.
"""
