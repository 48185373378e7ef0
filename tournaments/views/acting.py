"""What all forms of a tournament share: whose they are, and refusals in words."""

from django.http import HttpRequest

from accounts.models import Persona
from common.refusal import Refusal
from tournaments.refusals import sentence


def check_as(request: HttpRequest, member: Persona | None) -> None:
    """Pass a form that was opened as whom the person is now. Raises Refusal `wrong_persona`."""
    sent = request.POST.get("as", "")
    if sent and (member is None or sent != member.token):
        raise Refusal("wrong_persona")


def said(refusal: Refusal) -> str:
    """Return the sentence of a refusal in the reader's language."""
    return sentence(refusal)
