"""The night in the books: orders, and what comes of them at dawn (`rules.md` section 2, "Night", and 10a)."""

from collections import Counter

from games.engine import events as e
from games.engine.state import State
from tests.engine.books import ACTIVE, HEIRS, Books, Orders, most, side

FOR_OTHERS = ("kill", "check", "block", "guard", "compare")


class NightBooks(Books):
    """What happens by night, and what must come of it."""

    # ---- orders

    def _order_given(self, event: e.OrderGiven, before: State) -> None:
        assert self.phase == "night" and event.seat in self.alive and event.power == self.power(event.seat)
        sent = (event.power, event.target, event.second)
        assert self.orders.get(event.seat) != sent
        if event.target is None:
            assert event.second is None
        else:
            self.check_order(event.seat, event.power, event.target)
            assert (event.second is not None) == (event.power == "compare") and event.second != event.target
            if event.second is not None:
                self.check_order(event.seat, event.power, event.second)
        self.orders.pop(event.seat, None)
        self.orders[event.seat] = sent
        if event.power == "mark" and event.target is not None:
            self.sent.add((event.seat, event.target))

    def check_order(self, seat: int, power: str, target: int) -> None:
        """Hold the target of an order to the limits of its power."""
        last_night = (self.day - 1, target)
        assert target in self.alive
        assert power not in FOR_OTHERS or target != seat
        assert power != "mark" or side(self.roles[target]) != "mafia"
        assert power != "block" or self.blocked.get(seat) != last_night
        if power == "treat":
            assert self.rules.doctor_repeat == "free" or self.treated.get(seat) != last_night
            allowed = {"free": True, "once": not self.treated_self[seat], "never": False}
            assert target != seat or allowed[self.rules.doctor_self]

    def _order_withdrawn(self, event: e.OrderWithdrawn, before: State) -> None:
        assert self.phase == "night"
        del self.orders[event.seat]

    def _order_voided(self, event: e.OrderVoided, before: State) -> None:
        _power, target, second = self.orders.pop(event.seat)
        assert event.target not in self.alive and event.target in (target, second)
        self.tell(event.seat, "order_void")
        self.seen["half of a comparison falls away"] += event.target == second

    def marks(self, blocked: set[int]) -> dict[int, int]:
        """Return the marks in force: who marks whom."""
        return {
            seat: target
            for seat, (power, target, _second) in self.orders.items()
            if power == "mark" and target is not None and seat not in blocked
        }

    def _mafia_reminded(self, event: e.MafiaReminded, before: State) -> None:
        assert not self.reminded and self.rules.mafia_kill != "boss"
        assert len(set(self.marks(set()).values())) > 1
        assert event.seats and list(event.seats) == [s for s in self.holders("mark") if s not in self.orders]
        self.reminded = True

    # ---- the gang

    def _boss_chosen(self, event: e.BossChosen, before: State) -> None:
        assert self.rules.mafia_kill == "boss" and self.phase in ACTIVE
        assert event.seat in self.alive and side(self.roles[event.seat]) == "mafia"
        assert event.target in self.holders("mark") and self.wants.get(event.seat) != event.target
        self.wants[event.seat] = event.target

    def boss(self) -> int:
        """Return who leads: most votes of the living mafia, else the first in seat order."""
        gang = self.holders("mark")
        wanted = Counter(boss for boss in self.wants.values() if boss in gang)
        if not gang:
            return 0
        first = most(wanted) if wanted else ()
        if len(first) == 1 and first[0] != gang[0]:
            self.seen["a boss by choice"] += 1
        return first[0] if len(first) == 1 else gang[0]

    def _promoted(self, event: e.Promoted, before: State) -> None:
        assert event.seat == self.heir_due() and event.role == HEIRS[self.roles[event.seat]]
        self.acts_as[event.seat] = event.role
        self.tell(event.seat, "promoted", event.role)
        self.seen[f"a {self.roles[event.seat]} moves up in {self.phase}"] += 1

    # ---- dawn

    def blocks(self) -> tuple[set[tuple[int, int]], set[int]]:
        """Return the blocks that work, and whose orders have no effect."""
        aims = {seat: target for seat, (power, target, _s) in self.orders.items() if power == "block" and target}

        def fate(blocker: int, above: tuple[int, ...]) -> str:
            """Ask those who block this one, and so on upwards: `works`, `stopped`, or `circle`."""
            if blocker in above:
                return "circle"
            fates = {fate(other, (*above, blocker)) for other, target in aims.items() if target == blocker}
            return "stopped" if "works" in fates else "circle" if "circle" in fates else "works"

        fates = {blocker: fate(blocker, ()) for blocker in aims}
        works = {(blocker, aims[blocker]) for blocker in aims if fates[blocker] == "works"}
        stopped = {target for _blocker, target in works} | {seat for seat in aims if fates[seat] == "circle"}
        for word in fates.values():
            self.seen[f"a block: {word}"] += 1
        return works, stopped & set(self.orders)

    def victim(self, blocked: set[int]) -> tuple[int | None, bool]:
        """Return whom the mafia attack, and whether they failed."""
        marks = self.marks(blocked)
        if self.rules.mafia_kill == "boss":
            boss = self.boss()
            names = {target for seat, target in self.sent if seat not in blocked}
            if len(names) > 1:
                self.seen["a miss"] += 1
                return None, True
            if names and (boss, *names) not in self.sent:
                self.seen["a name, but not the boss's"] += 1
            if self.boss_took_back(boss, blocked):
                self.seen["a boss who took the name back"] += 1
            return next((target for seat, target in self.sent if seat == boss and seat not in blocked), None), False
        first = most(Counter(marks.values())) if marks else ()
        if not marks:
            return None, False
        gang = len(self.holders("mark"))
        support = sum(target == first[0] for target in marks.values())
        if len(first) > 1 or (self.rules.mafia_kill == "majority" and 2 * support <= gang):
            self.seen[f"marks that fail by {self.rules.mafia_kill}"] += 1
            return None, True
        return first[0], False

    def boss_took_back(self, boss: int, blocked: set[int]) -> bool:
        """Whether the boss has sent a name that no order holds any more."""
        named = any(seat == boss for seat, _target in self.sent) and boss not in blocked
        return named and boss not in self.marks(blocked)

    def attacks(self, acting: Orders, victim: int | None) -> dict[int, set[str]]:
        """Return who is attacked by whom."""
        found: dict[int, set[str]] = {}
        if victim is not None:
            found[victim] = {"mafia"}
        for power, target, _second in acting.values():
            if power == "kill" and target is not None:
                found.setdefault(target, set()).add("maniac")
        return found

    def _night_resolved(self, event: e.NightResolved, before: State) -> None:
        assert self.phase == "night" or (self.phase == "curtain" and self.ended_phase == "night")
        assert event.day == self.day and event.awake == self.at_nightfall
        works, blocked = self.blocks()
        assert (set(event.blocks), set(event.blocked)) == (works, blocked)
        self.blocked = {blocker: (self.day, target) for blocker, target in works}
        self.seen["a boss is blocked"] += self.rules.mafia_kill == "boss" and self.boss() in blocked
        acting = {seat: order for seat, order in self.orders.items() if seat not in blocked}
        treats = sorted((s, target) for s, (power, target, _) in acting.items() if power == "treat" and target)
        assert list(event.treated) == treats
        victim, failed = self.victim(blocked)
        checks = [s for s, (power, target, _) in acting.items() if power == "check" and target]
        assert (event.failed, event.checked) == (failed, bool(checks))
        attacked = self.attacks(acting, victim)
        deaths, lucky = self.deaths(acting, attacked, {patient for _doctor, patient in treats})
        self.seen["a killed guard"] += any(self.roles[seat] == "bodyguard" for seat in set(deaths) - set(attacked))
        order = ("mafia", "maniac")
        killed = [(seat, tuple(by for by in order if by in deaths[seat])) for seat in sorted(deaths)]
        assert list(event.killed) == killed and list(event.lucky) == sorted(lucky)
        self.begin_report("dawn")
        self.leaving = [(seat, "killed", by) for seat, by in killed]
        self.luck_used |= lucky
        self.seen["luck"] += bool(lucky)
        self.seen["both kill one"] += any(len(by) > 1 for _seat, by in killed)
        for doctor, patient in treats:
            self.treated[doctor] = (self.day, patient)
            self.treated_self[doctor] += doctor == patient
            self.seen["a cure"] += patient in attacked
        self.write_dawn({patient for _doctor, patient in treats}, bool(checks), failed, not killed)
        self.answers = list(self.told_at_dawn(event, acting, victim))

    def write_dawn(self, treated: set[int], checked: bool, failed: bool, nobody: bool) -> None:
        """Write the report of dawn, as far as it is not about who leaves."""
        if nobody:
            self.fact("nobody_killed")
        for patient in treated if self.rules.report_treated else ():
            self.fact("treated", patient)
        if checked and self.rules.report_check:
            self.fact("checked")
        if failed:
            self.fact("mafia_failed")

    def deaths(
        self, acting: Orders, attacked: dict[int, set[str]], treated: set[int]
    ) -> tuple[dict[int, set[str]], set[int]]:
        """Return who dies at whose hands, and whose luck was used."""
        dead: dict[int, set[str]] = {}
        lucky = set()
        for target, by in attacked.items():
            if target in treated:
                continue
            if self.roles[target] == "lucky" and target not in self.luck_used:
                lucky.add(target)
                continue
            guards = sorted(s for s, (power, aim, _) in acting.items() if power == "guard" and aim == target)
            self.seen["two guards of one"] += len(guards) > 1
            dying = guards[0] if guards else target
            if guards and dying in treated:
                self.seen["a guard is cured"] += 1
                continue
            dead.setdefault(dying, set()).update(by)
        return dead, lucky

    def told_at_dawn(self, event: e.NightResolved, acting: Orders, victim: int | None) -> list[e.Event]:
        """Return what each holder of a seeing power must be told, in seat order."""
        covered = {target for power, target, _second in acting.values() if power == "cover"}
        told: list[e.Event] = []

        def seems(seat: int) -> str:
            self.seen["a cover is checked"] += seat in covered
            return "citizen" if seat in covered or self.roles[seat] == "werewolf" else self.roles[seat]

        for seat, (power, target, second) in sorted(acting.items()):
            if target is None:
                continue
            if power == "check":
                shown = seems(target)
                result = shown if self.rules.check_shows == "role" else side(shown)
                told.append(e.CheckMade(event.at, seat, target, result))
                self.tell(seat, "check", str(target), result)
            elif power == "compare" and second is not None:
                same = side(seems(target)) == side(seems(second))
                told.append(e.ComparisonMade(event.at, seat, target, second, same))
                self.tell(seat, "compare", str(target), str(second), "same" if same else "other")
            elif power == "watch":
                came = self.visitors(acting, target, victim) - {seat}
                told.append(e.WatchMade(event.at, seat, target, tuple(sorted(came))))
                self.tell(seat, "watch", str(target), *(map(str, sorted(came)) if came else ["nobody"]))
                self.seen["visitors"] += bool(came)
        return told

    def visitors(self, acting: Orders, watched: int, victim: int | None) -> set[int]:
        """Return who came to a player that night; marks come to the victim alone."""
        came = {seat for seat, (power, *aims) in acting.items() if watched in aims and power != "mark"}
        if watched == victim:
            _works, blocked = self.blocks()
            by_boss = self.rules.mafia_kill == "boss"
            sent = self.sent if by_boss else set(self.marks(blocked).items())
            came |= {seat for seat, target in sent if target == victim and seat not in blocked}
        return came - {watched}

    def _answer(self, event: e.Event, before: State) -> None:
        assert self.answers.pop(0) == event

    _check_made = _comparison_made = _watch_made = _answer
