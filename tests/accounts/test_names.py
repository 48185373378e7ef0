"""Names of members and clones, and who owns them (`rules.md` section 2)."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from accounts import selectors, services
from accounts.models import Ownership, Persona
from accounts.refusals import SENTENCES
from common import names
from common.refusal import Refusal
from tests.accounts.helpers import person

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def refused(act: Callable[..., object], *args: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act(*args)
    return caught.value


@pytest.fixture
def gruzd() -> Persona:
    """A member called Груздь."""
    return services.claim_member_name(person("ann@example.org"), "Груздь")


def spare() -> Persona:
    """A clone to be renamed."""
    return Persona.objects.filter(name="Временный Ник").first() or services.make_clone(None, "Временный Ник")


WAYS: dict[str, Callable[[str], Persona]] = {
    "member": lambda name: services.claim_member_name(person("bob@example.org"), name),
    "clone": lambda name: services.make_clone(person("bob@example.org"), name),
    "held clone": lambda name: services.make_clone(None, name),
    "rename": lambda name: services.rename(spare(), name),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["Груздь", "груздь", "ГРУЗДЬ", "  Груздь "])
def test_e077_another_letter_case_is_the_same_name_on_every_way(gruzd, way, name):
    refusal = refused(WAYS[way], name)
    assert (refusal.code, refusal.params["name"]) == ("nick_taken", "Груздь")
    assert Persona.objects.filter(skeleton=gruzd.skeleton).count() == 1


@pytest.mark.parametrize(
    ("held", "wanted"),
    [
        ("Сосо", "Coco"),
        ("Ёлка", "Елка"),
        ("player 1", "playerl"),
        ("Dr Who", "DrWho"),
        ("Мистер-Икс", "Мистер Икс"),
        ("Truffle", "Truff1e"),
    ],
)
def test_a_name_that_only_looks_the_same_is_refused_as_close_and_names_the_other(held, wanted):
    services.make_clone(None, held)
    refusal = refused(services.make_clone, None, wanted)
    assert (refusal.code, refusal.params["name"], refusal.params["wanted"]) == ("nick_confusable", held, wanted)


def test_names_that_differ_in_a_letter_the_eye_sees_are_two():
    services.make_clone(None, "Чайник")
    services.make_clone(None, "Чаиник")


def test_the_suggestion_passes_and_is_free(gruzd):
    first = str(refused(services.make_clone, None, "Груздь").params["suggestion"])
    services.make_clone(None, first)
    second = str(refused(services.make_clone, None, "Груздь").params["suggestion"])
    assert second not in (first, "None")
    services.make_clone(None, second)


RESERVED = "Ночь night unvote vote За Против Никто Ведущий Мафия admin new".split()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("word", RESERVED)
def test_e078_words_of_the_game_are_refused_in_any_letter_case(way, word):
    for name in (word, word.upper(), word.lower(), f" {word} "):
        assert refused(WAYS[way], name).code == "nick_reserved"


STRANGE = {
    "direction": "Груздь\u202e",
    "direction, in front": "\u202eьдзурГ",
    "invisible": "\u200b" * 15,
    "marks": "Г" + "\u0301\u0316" * 20,
    "line_break": "Гру\nздь",
    "long": "Ж" * 300,
    "long, very": "Ж" * 100_000,
    "short": "Ж",
    "empty": "   ",
    "emoji": "Груздь 🍄",
    "mixed_scripts": "Грyздь",
    "no_letter": "1234",
    "sign": "Груздь<b>",
    "script": "Μανιτάρι",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", STRANGE)
def test_e079_e080_strange_names_are_refused_with_the_reason_on_every_way(way, kind):
    refusal = refused(WAYS[way], STRANGE[kind])
    assert (refusal.code, refusal.params["reason"]) == ("nick_invalid", kind.split(",")[0])
    assert not Persona.objects.exclude(name="Временный Ник").exists()


def test_e080_the_longest_name_fits_and_so_does_its_skeleton():
    for letter in ("Ж", "ß", "ǆ"):
        persona = services.make_clone(None, letter * 32 if letter == "Ж" else letter * 16)
        persona.refresh_from_db()
        assert len(persona.skeleton) <= 64


def test_a_clones_name_is_free_after_its_game_and_a_members_never():
    clone = services.make_clone(None, "Дождевик")
    services.release_name(clone)
    services.make_clone(None, "Дождевик")
    with pytest.raises(ValueError, match="for ever"):
        services.release_name(services.claim_member_name(person("ann@example.org"), "Груздь"))


def test_one_may_correct_the_spelling_of_ones_own_name_and_a_refused_one_stays():
    clone = services.make_clone(None, "груздь")
    services.make_clone(None, "Дождевик")
    services.rename(clone, "Груздь")
    assert refused(services.rename, clone, "дождевик").code == "nick_taken"
    assert clone.name == "Груздь"
    clone.refresh_from_db()
    assert (clone.name, clone.skeleton) == ("Груздь", names.skeleton("Груздь"))


def test_a_member_has_one_name_and_asking_twice_gives_the_same():
    ann = person("ann@example.org")
    first = services.claim_member_name(ann, "Груздь")
    assert services.claim_member_name(ann, " Груздь") == first
    refusal = refused(services.claim_member_name, ann, "Другой")
    assert (refusal.code, refusal.params["name"]) == ("member_name_given", "Груздь")
    assert selectors.member_of(ann) == first


# ---------- races ----------


def _nobody_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the look-up before writing find nobody, as it does when the other is a moment ahead."""
    real, calls = selectors.holder_of, []

    def late(name: str, *, but: Persona | None = None) -> Persona | None:
        calls.append(name)
        return None if len(calls) == 1 else real(name, but=but)

    monkeypatch.setattr(selectors, "holder_of", late)


@pytest.mark.parametrize("way", ["member", "clone", "held clone"])
@pytest.mark.parametrize(("name", "code"), [("ГРУЗДЬ", "nick_taken"), ("Груз-дь", "nick_confusable")])
def test_a_race_that_is_lost_in_the_database_is_the_same_refusal(gruzd, monkeypatch, way, name, code):
    bob = person("bob@example.org")
    _nobody_yet(monkeypatch)
    with transaction.atomic():
        refusal = refused(WAYS[way], name)
        # The transaction around is still good: the write was lost in a savepoint.
        assert Persona.objects.count() == 1
    assert refusal.code == code
    assert selectors.persona_ids_of(bob) == set()


def test_a_lost_race_of_renaming_leaves_the_old_name(gruzd, monkeypatch):
    clone = services.make_clone(None, "Дождевик")
    _nobody_yet(monkeypatch)
    assert refused(services.rename, clone, "груздь").code == "nick_taken"
    clone.refresh_from_db()
    assert clone.name == "Дождевик"


def test_two_clicks_for_a_member_name_at_once_give_one_name(monkeypatch):
    ann = person("ann@example.org")
    first = services.claim_member_name(ann, "Груздь")
    answers = iter([None])
    real = selectors.member_of
    monkeypatch.setattr(selectors, "member_of", lambda user: next(answers, real(user)))
    assert services.claim_member_name(ann, "Груздь") == first
    answers = iter([None])
    assert refused(services.claim_member_name, ann, "Другой").code == "member_name_given"
    assert Persona.objects.count() == 1


def test_the_database_itself_holds_names_unique(gruzd):
    with pytest.raises(IntegrityError), transaction.atomic():
        Persona.objects.create(kind=Persona.Kind.CLONE, name="ГРУЗДЬ")


# ---------- owners ----------


def test_a_held_clone_is_nobodys_until_it_is_given_and_then_stays():
    ann, bob = person("ann@example.org"), person("bob@example.org")
    clone = services.make_clone(None, "Дождевик")
    assert selectors.owner_of(clone) is None and not selectors.owns(ann, clone)
    services.give(clone, ann)
    services.give(clone, ann)
    assert selectors.owner_of(clone) == ann and selectors.owns(ann, clone) and not selectors.owns(bob, clone)
    with pytest.raises(ValueError, match="already"):
        services.give(clone, bob)
    assert selectors.owner_of(clone) == ann


def test_a_person_is_all_its_personas_and_a_visitor_is_none():
    ann = person("ann@example.org")
    mine = {services.claim_member_name(ann, "Груздь").pk, services.make_clone(ann, "Дождевик").pk}
    services.make_clone(person("bob@example.org"), "Мухомор")
    assert selectors.persona_ids_of(ann) == mine
    assert selectors.persona_ids_of(None) == set()
    assert selectors.member_of(None) is None


def test_nothing_on_a_persona_comes_from_its_owner():
    """Two people make the same clones: the rows differ in random or serial fields alone."""
    rows = []
    for email in ("ann@example.org", "bob@example.org"):
        owner = person(email)
        if email.startswith("bob"):
            owner.language, owner.time_zone, owner.scheme = "en", "Asia/Omsk", "ink"
        owner.save()
        clone = services.make_clone(owner, "Дождевик")
        rows.append(dict[str, object](Persona.objects.filter(pk=clone.pk).values().get()))
        services.release_name(clone)
    for field in ("id", "token", "created_at"):
        assert rows[0].pop(field) != rows[1].pop(field)
    assert rows[0] == rows[1]
    assert {field.name for field in Persona._meta.get_fields() if field.is_relation and field.many_to_one} == set()
    # No way back from a persona to its owner that a query of another app could follow.
    assert not [field for field in Persona._meta.get_fields() if field.related_model is Ownership]


def test_tokens_are_random_and_not_numbers():
    tokens = {services.make_clone(None, f"Гриб {letter}").token for letter in "абвгде"}
    assert len(tokens) == 6 and all(len(token) >= 20 for token in tokens)


# ---------- sentences ----------


def all_refusals() -> list[Refusal]:
    services.make_clone(None, "Груздь")
    found = [refused(services.make_clone, None, text) for text in STRANGE.values()]
    found += [refused(services.make_clone, None, text) for text in ("Ночь", "груздь", "Грузд-ь")]
    return [*found, Refusal("member_name_given", name="Груздь"), Refusal("member_name_needed")]


def test_every_refusal_about_names_has_its_sentence_in_both_languages(settings):
    refusals = all_refusals()
    assert {refusal.code for refusal in refusals} == set(SENTENCES)
    assert {refusal.params["reason"] for refusal in refusals if refusal.code == "nick_invalid"} == set(names.REASONS)
    for refusal in refusals:
        with translation.override("ru"):
            russian = SENTENCES[refusal.code](refusal.params)
        with translation.override("en"):
            english = SENTENCES[refusal.code](refusal.params)
        assert russian != english and "%(" not in russian + english
        assert "None" not in english and english.endswith((".", "can."))
        suggestion = refusal.params.get("suggestion")
        assert (f"Свободно: «{suggestion}»." in russian) == bool(suggestion)


def test_e080_the_sentence_names_the_limit():
    refusal = refused(services.make_clone, None, "Ж" * 300)
    assert "32" in SENTENCES[refusal.code](refusal.params) and "300" in SENTENCES[refusal.code](refusal.params)
