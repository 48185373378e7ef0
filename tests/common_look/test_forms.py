"""Fields of forms: label above, hint and error tied to the control, what was typed kept, a summary with links."""

import html5lib
import pytest
from django import forms
from django.template import Context, Template
from django.utils import translation

HTML = "{http://www.w3.org/1999/xhtml}"


class JoinForm(forms.Form):
    """A form with every kind of control that the pages use."""

    nick = forms.CharField(label="Nick", help_text="2 to 32 signs", max_length=32)
    words = forms.CharField(label="First post", widget=forms.Textarea)
    motto = forms.CharField(label="Motto", required=False)
    zone = forms.ChoiceField(label="Zone", choices=[("a", "A"), ("b", "B")], required=False)
    agreed = forms.BooleanField(label="I read every day", help_text="Really")
    preset = forms.ChoiceField(label="Preset", choices=[("f", "forum"), ("c", "chat")], widget=forms.RadioSelect)
    phase = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean(self) -> dict[str, object]:
        if self.data.get("nick") == "host":
            raise forms.ValidationError("Ask <b>again</b>")
        return self.cleaned_data


def draw(source: str, form: forms.Form, language: str = "en"):
    with translation.override(language):
        text = Template("{% load look %}" + source).render(Context({"form": form}))
    return html5lib.parseFragment(text, treebuilder="etree"), text


def find(tree, element_id: str):
    [found] = [node for node in tree.iter() if node.get("id") == element_id]
    return found


def text_of(node) -> str:
    return " ".join("".join(node.itertext()).split())


@pytest.mark.parametrize("name", ["nick", "words", "zone", "agreed"])
def test_every_control_has_its_label(name):
    tree, _ = draw("{% field form." + name + " %}", JoinForm())
    control = find(tree, f"id_{name}")
    [label] = [node for node in tree.iter(f"{HTML}label") if node.get("for") == f"id_{name}"]
    assert text_of(label).startswith(str(JoinForm.base_fields[name].label))
    assert control.get("name") == name


def test_a_hint_is_tied_to_its_control():
    tree, _ = draw("{% field form.nick %}", JoinForm())
    assert find(tree, "id_nick").get("aria-describedby") == "id_nick-hint"
    assert text_of(find(tree, "id_nick-hint")) == "2 to 32 signs"
    assert find(tree, "id_nick").get("aria-invalid") is None


def test_an_error_stands_at_its_control_and_the_words_are_kept():
    form = JoinForm({"nick": "A" * 40, "words": "Here I <am>"})
    tree, text = draw("{% field form.nick %}{% field form.words %}", form)
    control = find(tree, "id_nick")
    assert control.get("aria-invalid") == "true"
    described = str(control.get("aria-describedby")).split()
    assert described == ["id_nick-err", "id_nick-hint"]
    assert "32" in text_of(find(tree, "id_nick-err"))
    assert "#i-warn" in text, "the colour is not the only sign"
    assert control.get("value") == "A" * 40
    assert text_of(find(tree, "id_words")) == "Here I <am>"


def test_every_described_thing_is_there():
    form = JoinForm({})
    names = ("nick", "words", "zone", "agreed", "preset")
    tree, _ = draw("".join("{% field form." + name + " %}" for name in names), form)
    ids = {node.get("id") for node in tree.iter()}
    for node in tree.iter():
        assert set((node.get("aria-describedby") or "").split()) <= ids


def test_optional_is_marked_and_required_is_not():
    assert "optional" in draw("{% field form.motto %}", JoinForm())[1]
    for name in ("nick", "zone", "agreed", "phase"):
        assert "optional" not in draw("{% field form." + name + " %}", JoinForm())[1]


def test_radios_stand_in_a_fieldset_with_a_legend():
    tree, _ = draw("{% field form.preset %}", JoinForm())
    [fieldset] = list(tree.iter(f"{HTML}fieldset"))
    assert find(fieldset, "id_preset") is not None
    assert text_of(next(fieldset.iter(f"{HTML}legend"))) == "Preset"
    assert len([node for node in fieldset.iter(f"{HTML}input") if node.get("type") == "radio"]) == 2


def test_a_hidden_field_is_only_itself():
    tree, _ = draw("{% field form.phase %}", JoinForm(initial={"phase": "d3"}))
    assert [node.tag for node in tree.iter() if node.tag.startswith(HTML)] == [f"{HTML}input"]


def test_the_summary_links_to_every_field_that_is_wrong():
    form = JoinForm({"nick": "host"})
    tree, text = draw("{% errbox form %}", form)
    assert {node.get("href") for node in tree.iter(f"{HTML}a")} == {"#id_words", "#id_agreed", "#id_preset"}
    assert "Ask &lt;b&gt;again&lt;/b&gt;" in text
    assert "4 things to put right" in text
    assert 'role="alert"' in text
    fields, _ = draw("".join("{% field form." + n + " %}" for n in ("words", "agreed", "preset")), form)
    ids = [node.get("id") for node in fields.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert {"id_words", "id_agreed", "id_preset"} <= set(ids)


@pytest.mark.parametrize(
    ("wrong", "words"), [(1, "Осталось поправить 1 место"), (2, "поправить 2 места"), (5, "поправить 5 мест")]
)
def test_the_summary_counts_in_russian(wrong, words):
    form = type("Many", (forms.Form,), {f"f{n}": forms.CharField() for n in range(wrong)})({})
    assert words in draw("{% errbox form %}", form, "ru")[1]


def test_the_summary_does_not_promise_to_keep_a_password():
    class Door(forms.Form):
        word = forms.CharField(widget=forms.PasswordInput)
        mail = forms.EmailField()

    assert "in its place" in draw("{% errbox form %}", JoinForm({}))[1]
    assert "in its place" not in draw("{% errbox form %}", Door({}))[1]


def test_no_summary_while_nothing_is_wrong():
    assert draw("{% errbox form %}", JoinForm())[1].strip() == ""
