"""One function for each thing that a person, the host or the clock can do with a game.

Each locks the game, restores the table, asks the engine, records the answer and tells whom it
concerns. Nothing else writes a game. `at` is the time of arrival; only views, tasks and commands
read the clock. Refusals are `common.refusal.Refusal`.
"""

from games.services.bell import read_new, read_notices
from games.services.complaints import put_complaint_aside, report_letter, report_post
from games.services.hosting import (
    ask_rename,
    call_off,
    change_options,
    deal_now,
    extend,
    give_heart_attack,
    hide_post,
    host_message,
    host_post,
    pause,
    publish_report,
    put_aside,
    remove_clone,
    resume,
)
from games.services.letters import reply, write_letter
from games.services.lobby import (
    confirm_reservation,
    create_game,
    drop_stale_reservations,
    give_back_reservation,
    join,
    rename,
    reserve,
    seat_persona,
    withdraw,
)
from games.services.play import (
    Answer,
    cast_vote,
    choose_boss,
    declare_mayor,
    finish_last_word,
    give_notice,
    give_verdict,
    leave_advance_vote,
    message_host,
    post,
    post_afterwards,
    withdraw_vote,
)
from games.services.practice import practice_of, start_practice
from games.services.presence import games_of_the_missing, note_presence, put_off, remove_missing
from games.services.rooms import enter_onlookers, write_among_dead, write_among_onlookers
from games.services.succession import decline_desk, offer_desk, take_desk, withdraw_offer
from games.services.timekeeping import advance, beat, due_games

__all__ = [
    "Answer",
    "advance",
    "ask_rename",
    "beat",
    "call_off",
    "cast_vote",
    "choose_boss",
    "change_options",
    "confirm_reservation",
    "create_game",
    "deal_now",
    "declare_mayor",
    "decline_desk",
    "drop_stale_reservations",
    "due_games",
    "enter_onlookers",
    "extend",
    "finish_last_word",
    "games_of_the_missing",
    "give_heart_attack",
    "give_back_reservation",
    "give_notice",
    "give_verdict",
    "hide_post",
    "host_message",
    "host_post",
    "join",
    "leave_advance_vote",
    "message_host",
    "note_presence",
    "offer_desk",
    "pause",
    "publish_report",
    "post",
    "post_afterwards",
    "practice_of",
    "put_aside",
    "put_complaint_aside",
    "put_off",
    "read_new",
    "read_notices",
    "remove_clone",
    "remove_missing",
    "rename",
    "reply",
    "report_letter",
    "report_post",
    "reserve",
    "resume",
    "seat_persona",
    "start_practice",
    "take_desk",
    "withdraw",
    "withdraw_offer",
    "withdraw_vote",
    "write_among_dead",
    "write_among_onlookers",
    "write_letter",
]
