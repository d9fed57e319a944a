"""What an answer in free text is worth.

Vocabulary:
  text     what somebody replied: an answer somewhere in it, and anything else
  row      the cells of one row of an answer, as they were written
  answer   the last thing in a text that has the shape of a solution; right or wrong
  quoted   of such a thing: it only repeats a part of the puzzle, or the example that shows how to
           answer, and so is no answer unless it is right
  hole     what is no whole number in a cell of a list that has the shape of an answer
  work     what was looked at; never more than so much, whatever the text is

The last answer counts, even where an earlier one is right. Words around it are not understood: an
answer that is taken back, without another behind it, is still the last. `signs` makes the signs
of a text plain, and `tags` those of HTML; `tokens` divides a row into cells, `rows` reads one row,
`totals` knows sums that stand beside rows; `brackets` finds lists, `lines` finds rows below each
other, `cells` finds named cells, `holes` finds answers that cannot be right since a cell has no
number, and `finding` takes the last of what they found. Nothing is ever evaluated.
"""

from __future__ import annotations

from quincunx.datasets.scoring.scores import Score, score

__all__ = ["Score", "score"]
