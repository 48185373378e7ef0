"""One function for each thing that a member, a host, the organiser or the clock can do with a tournament.

Each locks the tournament, looks at who and when, writes, and notes what happened for everybody. Nothing else
writes a tournament. `at` is the time of arrival; only views, tasks and commands read the clock.
Refusals are `common.refusal.Refusal`, worded in `tournaments.refusals`.
"""

from tournaments.services.entries import check_in_day, close_entries, enter, withdraw
from tournaments.services.finals import draw_final, finish
from tournaments.services.hosts import assign_host, assign_hosts, decline_group, replace_host, take_group
from tournaments.services.matches import check_in, postpone, start_match
from tournaments.services.opening import call_off, change_points, create
from tournaments.services.rulings import adjust, void, walk_over
from tournaments.services.scoring import rescore
from tournaments.services.sweeping import due_tournaments, sweep

__all__ = [
    "adjust",
    "assign_host",
    "assign_hosts",
    "call_off",
    "change_points",
    "check_in",
    "check_in_day",
    "close_entries",
    "create",
    "decline_group",
    "draw_final",
    "due_tournaments",
    "enter",
    "finish",
    "postpone",
    "replace_host",
    "rescore",
    "start_match",
    "sweep",
    "take_group",
    "void",
    "walk_over",
    "withdraw",
]
