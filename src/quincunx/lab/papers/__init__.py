"""The five papers: their printed figures as data, and our runs of the same beside them."""
