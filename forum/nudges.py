"""Who hears that a thread has changed: whoever may read it now."""

from accounts.models import Persona
from common import channels, nudges
from forum.models import Thread, ThreadMember


def of_thread(thread: Thread) -> str:
    """Return the channel of a thread that everybody reads."""
    return channels.channel("thread", thread.token)


def of_persona(persona: Persona) -> str:
    """Return the channel of a persona: for what it alone, or it among a few, may know."""
    return channels.channel("persona", persona.token)


def changed(thread: Thread) -> None:
    """Nudge those who may read what is new in a thread: everybody by its own channel, or its members by theirs.

    A member whose reading has ended hears nothing.
    """
    if thread.readers == Thread.Readers.EVERYBODY:
        nudges.nudge(of_thread(thread))
        return
    members = ThreadMember.objects.filter(thread=thread, read_until=None).values_list("persona__token", flat=True)
    nudges.nudge(*(channels.channel("persona", token) for token in members))
