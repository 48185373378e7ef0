"""What each kind of event says. Every kind stands in `SPEAK` or in `SILENT`; a test asks.

Posts for all hold nothing that is for some: no role of a living player, no number or name of
those who acted at night, nobody who was told something (`rules.md` section 2, "Dawn").
"""

from collections.abc import Callable
from typing import Any

from games.engine import events as e
from games.herald import clock, day, night, opening
from games.herald.bulletin import Bulletin

Speaker = Callable[[Bulletin, Any], None]

SPEAK: dict[type[e.Event], Speaker] = {
    e.GameCreated: opening.game_created,
    e.OptionsChanged: opening.options_changed,
    e.SeatLeft: opening.seat_left,
    e.SeatRenamed: opening.seat_renamed,
    e.SignupExtended: opening.signup_extended,
    e.RolesDealt: opening.roles_dealt,
    e.RoleAcknowledged: opening.role_acknowledged,
    e.PhaseOpened: clock.phase_opened,
    e.ClockPaused: clock.clock_paused,
    e.ClockResumed: clock.clock_resumed,
    e.DeadlineMoved: clock.deadline_moved,
    e.OutageCredited: clock.outage_credited,
    e.VoteCast: day.vote_cast,
    e.VoteWithdrawn: day.vote_withdrawn,
    e.VoteVoided: day.vote_voided,
    e.NoticeGiven: day.notice_given,
    e.AdvanceVoteLeft: day.advance_vote_left,
    e.AdvanceVoteLapsed: day.advance_vote_lapsed,
    e.VoteClosed: day.vote_closed,
    e.TieDrawn: day.tie_drawn,
    e.LastWordDone: day.last_word_done,
    e.VerdictGiven: day.verdict_given,
    e.VerdictClosed: day.verdict_closed,
    e.MayorDeclared: day.mayor_declared,
    e.NightFell: day.night_fell,
    e.PlayerOut: day.player_out,
    e.GuardRaised: day.guard_raised,
    e.HeartAttack: day.heart_attack,
    e.OrderGiven: night.order_given,
    e.OrderWithdrawn: night.order_withdrawn,
    e.OrderVoided: night.order_voided,
    e.MafiaReminded: night.mafia_reminded,
    e.NightResolved: night.night_resolved,
    e.BossChosen: night.boss_chosen,
    e.Promoted: night.promoted,
    e.StalemateNear: night.stalemate_near,
    e.GameWon: night.game_won,
    e.GameCancelled: night.game_cancelled,
}

# Said elsewhere or not at all: the announcement post is the joining, a post shows itself and the name
# in a last word, the dawn message holds what was learned, and a count of quiet rounds is spoken by
# the warning alone.
SILENT: frozenset[type[e.Event]] = frozenset(
    {
        e.SeatTaken,
        e.CurtainRaised,
        e.TookPart,
        e.VengeanceNamed,
        e.CheckMade,
        e.ComparisonMade,
        e.WatchMade,
        e.RoundEnded,
    }
)
