"""Commands from the opening of a game to its deal (`rules.md` section 2, "Sign-up" and "Deal")."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from common.refusal import Refusal
from games.engine import day
from games.engine import events as e
from games.engine.composition import Composition
from games.engine.deal import deal as deal_roles
from games.engine.draft import Draft
from games.engine.options import OPTIONS
from games.engine.position import IN_PLAY, Events, Position
from games.engine.ruleset import Ruleset, changeable, read


class SigningUp(Position):
    """What can be done before the roles are dealt, and the changes of options that stay open after."""

    @staticmethod
    def create(
        ruleset: Ruleset, composition: Composition, commitment: str, *, deadline: datetime, at: datetime
    ) -> Events:
        """Open a game for sign-ups. Raises `options_invalid` or `composition_invalid` with all problems."""
        if problems := ruleset.problems():
            raise Refusal("options_invalid", problems=problems)
        if problems := composition.problems(ruleset):
            raise Refusal("composition_invalid", problems=problems)
        return [e.GameCreated(at, ruleset, composition.to_json(), commitment, deadline)]

    def change(self, options: Mapping[str, Any], composition: Composition | None, *, at: datetime) -> Events:
        """Change options and composition by the stars of section 12. What is as it was is no change.

        Refused: `roster_locked` for what may not change any more, sound or not; `options_invalid`;
        `composition_invalid`.
        """
        self._still_open(at)
        ruleset, unsound = read(self.state.ruleset, options)
        touched = [*ruleset.differences(self.state.ruleset), *(p.option for p in unsound if p.option in options)]
        signing_up = self.state.phase.name == "signup"
        frozen = {"creation"} if signing_up else {"creation", "deal"}
        if any(name in OPTIONS and changeable(name) in frozen for name in touched):
            raise Refusal("roster_locked")
        made = composition or Composition.from_json(self.state.composition)
        if not signing_up and made.to_json() != self.state.composition:
            raise Refusal("roster_locked")
        if unsound:
            raise Refusal("options_invalid", problems=unsound)
        if signing_up and (problems := made.problems(ruleset)):
            raise Refusal("composition_invalid", problems=problems)
        if ruleset == self.state.ruleset and made.to_json() == self.state.composition:
            return []
        events: Events = [e.OptionsChanged(at, ruleset, made.to_json())]
        phase = self.state.phase
        if ruleset.weekly_pause != self.state.ruleset.weekly_pause or ruleset.timezone != self.state.ruleset.timezone:
            events += self._kept_time(ruleset, phase.deadline, at)
        return events

    def _kept_time(self, ruleset: Ruleset, deadline: datetime | None, at: datetime) -> Events:
        """Move the deadline so that what remains of the phase is the same by the new calendar."""
        phase = self.state.phase
        if deadline is None or phase.remaining is not None or phase.name == "signup":
            return []
        left = self.state.calendar.playing_between(at, deadline)
        moved = replace(self.state, ruleset=ruleset).calendar.add(at, left)
        return [e.DeadlineMoved(at, timedelta(0), moved)] if moved != deadline else []

    def join(self, *, at: datetime) -> Events:
        """Take the next seat. Refused: `deadline_passed`, `roster_locked`, `game_full`."""
        self._signing_up(at)
        most = self.state.ruleset.max_players
        if most is not None and len(self.state.seats) >= most:
            raise Refusal("game_full", most=most)
        return [e.SeatTaken(at, self.state.next_seat)]

    def leave(self, seat: int, *, at: datetime, removed: bool = False) -> Events:
        """Give up a seat before the deal, or have it taken by the host."""
        self._who(seat)
        self._signing_up(at)
        return [e.SeatLeft(at, seat, "removed" if removed else "withdrew")]

    def rename(self, seat: int, *, at: datetime) -> Events:
        """Note that a clone has another nickname; only until the deal (`roster_locked`)."""
        self._who(seat)
        self._signing_up(at)
        return [e.SeatRenamed(at, seat)]

    def deal(self, *, at: datetime, roles: Mapping[int, str] | None = None) -> Events:
        """Deal at once (the host's button, or a script's forced `roles`, which are not judged as a composition)."""
        self._signing_up(at)
        draft = Draft(self.state, at, self.seed)
        if roles is not None:
            draft.add(e.RolesDealt(at, dict(roles), forced=True))
            day.open_phase(draft, "deal", 0)
        else:
            self._deal(draft)
        return draft.events

    def _deal(self, draft: Draft) -> None:
        """Deal from the seed. Raises `too_few_players`, `composition_invalid`."""
        seats = [seat.number for seat in draft.state.seats]
        rules = draft.state.ruleset
        if len(seats) < rules.min_players:
            raise Refusal("too_few_players", least=rules.min_players, now=len(seats))
        counts = Composition.from_json(draft.state.composition).for_players(len(seats))
        pack = [role for role, count in counts.items() for _i in range(count)]
        dealt = deal_roles(self.seed, [self.names[number] for number in seats], pack)
        draft.add(e.RolesDealt(draft.at, dict(zip(seats, dealt, strict=True))))
        day.open_phase(draft, "deal", 0)

    def _end_signup(self, draft: Draft) -> None:
        """Deal, move the deadline once, or cancel (section 2, "Sign-up")."""
        rules = self.state.ruleset
        if len(self.state.seats) >= rules.min_players:
            self._deal(draft)
        elif not self.state.extended and rules.signup_extension:
            draft.add(e.SignupExtended(draft.at, draft.at + rules.signup_extension))
        else:
            draft.add(e.GameCancelled(draft.at, "too_few_players"))
            draft.add(e.PhaseOpened(draft.at, "cancelled", 0, None))

    def _still_open(self, at: datetime) -> None:
        self._in_time(at)
        self._phase("signup", *IN_PLAY)

    def _signing_up(self, at: datetime) -> None:
        if self.state.phase.name == "cancelled":
            raise Refusal("wrong_phase", phase="cancelled")
        if self.state.phase.name != "signup":
            raise Refusal("roster_locked")
        self._in_time(at)
