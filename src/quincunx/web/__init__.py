"""The page: one question, one reply, whoever carries them.

Vocabulary:
  question  what the page asks: JSON data with the kind of question under "ask"
  reply     what it is answered: JSON data with "ok", and where that is false an "error" in one
            line and its "kind"
  carrier   what brings questions to `answer` and replies back: the server of `quincunx serve`, or
            a worker in the visitor's own browser on the site of `quincunx site`
  id        a cell as one word, as scenes have it: "2-13"

`answer` is pure, takes nothing but the standard library, and is bounded in size and work, so it
runs wherever Python does. docs/web.md lists the questions with an example of each.

>>> reply = answer({"ask": "solve", "puzzle": "c-note:100:878/312/272"})
>>> reply["ok"], reply["solution"]["1-1"]
(True, 85)
>>> answer({"ask": "dance"})["kind"]
'wrong input'
"""

from quincunx.web.answers import answer, answer_text

__all__ = ["answer", "answer_text"]
