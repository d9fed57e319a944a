"""The page to play on, and the questions it asks.

A question is JSON data with its kind under "ask". A reply is JSON data with "ok"; if that is false,
"error" says why in one line and "kind" classifies it. Cells are named by ids such as "2-13".

`answer` needs nothing but the standard library and limits its own time. Two carriers bring
questions to it: the server of `quincunx serve`, and a worker in the visitor's browser on the site
of `quincunx site`. docs/web.md lists the questions with an example of each.

>>> reply = answer({"ask": "solve", "puzzle": "c-note:100:878/312/272"})
>>> reply["ok"], reply["solution"]["1-1"]
(True, 85)
>>> answer({"ask": "dance"})["kind"]
'wrong input'
"""

from quincunx.web.answers import answer, answer_text

__all__ = ["answer", "answer_text"]
