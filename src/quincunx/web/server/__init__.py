"""The server of `quincunx serve`: the page, and answers from this machine.

Vocabulary:
  worker   a process that answers one question after the other, and may be ended at any moment
  pool     the workers, and the questions that wait for one
  visitor  whoever asks, known by the address of the machine

Starlette and uvicorn carry it; nothing outside this package imports them.
"""
