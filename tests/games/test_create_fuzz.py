"""Whatever is typed into a set-up: an answer, never an accident, and the text stays in its field."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.composition import suggested
from games.engine.options import OPTIONS
from games.forms import NewGameForm
from games.set_up import COUNTED

NOW = datetime(2026, 6, 8, 9, 0, tzinfo=UTC)
NAMES = ("title", "theme", "description", "language", "preset", "deadline_at", *OPTIONS)
CELLS = tuple(f"row-{number}-{key}" for number in (0, 1, 7) for key in ("players", *COUNTED))
VALUES = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["", "48h", "2 д", "0s", "21:00", "24:00", "off", "on", "7", "-1", "100", "101", "٣", "Europe/Moscow", "boss"]
        + ["Fri 21:00 - Mon 09:00", "Mon 00:00 - Mon 00:00", "conference", "forum", "2026-07-01T21:00", "5", "1e5"]
    ),
    st.integers(-5, 10**30).map(str),
)


@settings(max_examples=300, deadline=None)
@given(
    sent=st.dictionaries(st.sampled_from((*NAMES, *CELLS)), VALUES, max_size=30), language=st.sampled_from(["ru", "en"])
)
def test_a_set_up_of_anything(sent: dict[str, str], language: str) -> None:
    with translation.override(language):
        form = NewGameForm(sent, now=NOW, zone=ZoneInfo("Europe/Moscow"), table=suggested(), language=language)
        good = form.is_valid()
        shown = "".join(str(form[name]) for name in form.fields if name != "composition")
        rows = {cell["name"]: cell["value"] for row in form.rows() for cell in row["cells"]}
        groups = form.groups()
    assert shown and groups
    if good:
        assert form.rules.problems() == [] and form.composition is not None
        assert form.composition.problems(form.rules) == [] and form.deadline is not None and form.deadline > NOW
    for name, value in sent.items():
        if name in CELLS:
            assert rows.get(name, "") == value.strip()[:20], "what was typed stays in its cell"
