"""The engine's tests: plain Python, without Django."""

from hypothesis import settings

# How long an example takes says nothing on a machine that does other work as well.
settings.register_profile("engine", deadline=None)
settings.load_profile("engine")
