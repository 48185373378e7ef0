"""What all forms of a tournament share: whose they are, what was sent, and refusals in words."""

import re

from django.http import HttpRequest

from accounts.models import Persona
from common.refusal import Refusal
from tournaments.refusals import sentence
from tournaments.views import frame

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


def check_as(request: HttpRequest, member: Persona | None) -> None:
    """Pass a form that was opened as whom the person is now. Raises Refusal `wrong_persona`."""
    sent = request.POST.get("as", "")
    if sent and (member is None or sent != member.token):
        raise Refusal("wrong_persona")


def sent_number(request: HttpRequest, name: str) -> int:
    """Return a field of the sent form as a whole number of at most nine digits; 0 for anything else."""
    text = frame.typed(request, name).strip()
    return int(text) if _NUMBER.fullmatch(text) else 0


def said(refusal: Refusal) -> str:
    """Return the sentence of a refusal in the reader's language."""
    return sentence(refusal)
