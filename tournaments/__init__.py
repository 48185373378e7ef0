"""Tournaments of one day: groups, points, and a final (`rules.md` section 11)."""
