"""The rules of the game in plain Python: no Django, no database, no clock, no randomness of its own."""
