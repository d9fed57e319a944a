"""How long a search takes by chance: run-time distributions, and what restarts make of them."""
