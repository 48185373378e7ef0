"""Games by conference rules: evening, trial, boss, and all the further roles at one table."""

from typing import Any

from django.utils import timezone

from games import services
from games.engine.options import OPTIONS
from games.engine.ruleset import CONFERENCE, FORUM
from tests.factories import NAMES, Played, make_game

# The options in which the conference differs from the forum; clones are kept, since `make_game` seats clones.
OF_CONFERENCE: dict[str, object] = {
    name: CONFERENCE.to_options()[name] for name in FORUM.differences(CONFERENCE) if name != "names" and name in OPTIONS
}
MAFIOSO, WEREWOLF, COMMISSIONER, DOCTOR, AVENGER, COURTESAN, JOURNALIST, WITNESS, BODYGUARD, LUCKY, MAYOR, LAWYER = (
    NAMES[:12]
)
CAST = {
    MAFIOSO: "mafia", WEREWOLF: "werewolf", COMMISSIONER: "commissioner", DOCTOR: "doctor", AVENGER: "avenger",
    COURTESAN: "courtesan", JOURNALIST: "journalist", WITNESS: "witness", BODYGUARD: "bodyguard", LUCKY: "lucky",
    MAYOR: "mayor", LAWYER: "lawyer",
}  # fmt: skip


def make_conference(clock: Any = None, **changes: Any) -> Played:
    """Return a conference game in sign-up with twelve seats."""
    options = {**OF_CONFERENCE, **changes.pop("options", {})}
    return make_game(12, clock=clock, options=options, **changes)


def to_verdict(played: Played, accused: str, *, last_word: str = "") -> None:
    """Go on from a day to the trial of somebody."""
    if played.phase == "day":
        played.end_phase()
    others = [name for name in played.living() if name != accused]
    played.votes(accused, *others).end_phase()
    if last_word:
        played.post(accused, last_word)
    services.finish_last_word(game=played.game, seat=played.seats[accused], at=timezone.now())
    assert played.phase == "verdict"


def play(played: Played) -> Played:
    """Play two days and nights: an execution with vengeance, a night of every power, an acquittal, a missed shot."""
    played.to_day(CAST)
    services.declare_mayor(game=played.game, seat=played.seats[MAYOR], at=played.now())
    to_verdict(played, AVENGER, last_word=f"Забираю с собой: [голос]{BODYGUARD}[/голос].")
    others = [name for name in played.living() if name not in (AVENGER, COMMISSIONER)]
    played.say(True, *others).say(False, COMMISSIONER).end_phase()
    assert played.phase == "night" and BODYGUARD not in played.living()
    services.choose_boss(game=played.game, seat=played.seats[LAWYER], target=played.seats[WEREWOLF], at=timezone.now())
    for name, text in {
        WEREWOLF: LUCKY, COMMISSIONER: WEREWOLF, DOCTOR: MAYOR, COURTESAN: DOCTOR, LAWYER: MAFIOSO,
        JOURNALIST: f"{MAYOR} и {LAWYER}", WITNESS: LUCKY,
    }.items():  # fmt: skip
        assert played.tell(name, text).kind == "order", name
    played.end_phase()
    to_verdict(played, JOURNALIST)
    played.say(False, *played.living())
    assert played.phase == "night", "all have spoken"
    played.tell(MAFIOSO, DOCTOR)
    played.tell(MAFIOSO, "отмена")
    played.tell(WEREWOLF, COURTESAN)
    return played.end_phase()
