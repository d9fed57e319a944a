"""The server of `quincunx serve`: the page, and answers from this machine.

It is bounded: at most `workers.MAX_WORKERS` questions at a time, a waiting line, a time limit and a
memory limit per question. Nothing outside this package imports starlette and uvicorn.
"""
