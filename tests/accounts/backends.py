"""A mail server that is never there."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class AwayBackend(BaseEmailBackend):
    """Fails as a refused connection does."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        raise ConnectionRefusedError("nobody answers")
