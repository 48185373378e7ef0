"""Seals: one for a name for ever, the same for look-alikes, and nothing but the public name in them."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from common import seals
from tests.common_look.test_contrast import contrast

every_trait = st.builds(
    seals.Traits,
    ink=st.integers(0, 11),
    second=st.integers(0, 11),
    frame=st.integers(0, 4),
    division=st.integers(0, 7),
    charge=st.integers(0, 15),
    mirrored=st.booleans(),
).filter(lambda traits: traits.ink != traits.second)


def test_a_seal_never_changes():
    """A change of these values is a change of every picture on the site: make a new VERSION instead."""
    assert seals.traits_of("Anna") == (3, 9, 4, 3, 11, False)
    assert seals.traits_of("Старый Маяк") == (10, 0, 1, 4, 13, False)
    assert seals.code_of("Anna") == "13943b0"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Coco", "Сосо"), ("Ёлка", "елка"), ("Dr Who", "dr_who"), ("player1", "playerl")],
)
def test_names_that_look_alike_have_one_seal(one, other):
    assert seals.code_of(one) == seals.code_of(other)


def test_other_names_have_other_seals():
    names = [f"{a} {b}" for a in ("Ржавый", "Тихий", "Старый", "Синий") for b in ("Маяк", "Зонт", "Ключ", "Звонарь")]
    assert len({seals.code_of(name) for name in names}) == len(names)


@given(every_trait)
def test_codes_go_there_and_back(traits):
    assert seals.decode(seals.encode(traits)) == traits


@given(st.text(max_size=12))
def test_no_other_code_is_one(text):
    traits = seals.decode(text)
    assert traits is None or seals.encode(traits) == text


@pytest.mark.parametrize(
    "code", ["", "1", "1000000", "0120000", "1c10000", "1010000x", "1015000", "1018000", "101000\n"]
)
def test_codes_that_no_name_has_are_none(code):
    assert seals.decode(code) is None


@given(every_trait)
def test_every_seal_is_a_sound_picture_without_words(traits):
    drawn = seals.svg(traits)
    root = ElementTree.fromstring(drawn)  # noqa: S314 (our own drawing)
    assert root.attrib["viewBox"] == "0 0 48 48"
    assert {child.tag.split("}")[1] for child in root.iter()} <= {"svg", "path", "g", "clipPath"}
    assert "style" not in drawn


def test_paper_stands_out_from_every_ground_and_tone():
    for ground, tone in seals.INKS:
        assert round(contrast(seals.PAPER, ground), 1) >= 7.2
        assert round(contrast(seals.PAPER, tone), 1) >= 4.6


def test_a_seal_is_served_to_be_kept(client):
    code = seals.code_of("Анна")
    answer = client.get(reverse("common:seal", args=[code]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not answer.cookies
    assert answer.content.decode() == seals.svg(seals.traits_of("Анна"))


def test_the_host_has_a_seal_that_no_name_can_get(client):
    answer = client.get("/seal/host.svg")
    assert answer.status_code == 200
    assert seals.BLACK in answer.content.decode()
    assert seals.decode(seals.HOST_CODE) is None
    assert all(seals.BLACK not in pair for pair in seals.INKS)


@pytest.mark.parametrize("code", ["nobody", "1000000", "..", "%00", "1" * 400])
def test_an_address_that_no_seal_has_is_not_found(client, code):
    assert client.get(f"/seal/{code}.svg").status_code == 404


def test_a_seal_is_only_read(client):
    assert client.post("/seal/host.svg").status_code == 405


def test_seals_know_nothing_of_people():
    """The module reads a name; no model, no role, no seat."""
    source = Path(seals.__file__).read_text()
    assert re.findall(r"^from (?!common\.names)(\S+) import", source, re.MULTILINE) == [
        "functools",
        "hashlib",
        "math",
        "typing",
    ]
