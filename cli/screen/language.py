"""Which language a command speaks, and its sentences in it.

A command on a session speaks the session's language. One without a session speaks that of the config
(`research.language`), or Korean where the locale is Korean, or else the language of the current session.
"""

from collections.abc import Mapping
from contextlib import suppress
from contextvars import ContextVar

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.cli.screen.help import LOCALE
from pathfinder.cli.settings.environment import environment, home
from pathfinder.locales.catalogue import Message, said
from pathfinder.protocols.errors import PathfinderError
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.markdown.summary import Tongue, tongue, tongue_of

_SESSIONS: ContextVar[Tongue | None] = ContextVar("language of the session", default=None)


def speak(language: Tongue | None) -> None:
    """From here on this language; None: nobody knows yet."""
    _SESSIONS.set(language)


def speak_of(graph: CogniGraph) -> Tongue:
    """From here on the language of this session."""
    language = tongue_of(graph)
    speak(language)
    return language


def speak_of_session(session: Session) -> None:
    """The same, by a glance at it; a session that cannot be read says nothing."""
    with suppress(PathfinderError):
        seen = glance(session, Disk())
        speak(seen.run.language or tongue(seen.question))


def speaking() -> Tongue:
    """The language of this command."""
    return _SESSIONS.get() or _usual(environment())


def say(sentence: str) -> str:
    """A message in the language of this command; any other text is data and stays as it is."""
    return said(sentence, speaking()) if isinstance(sentence, Message) else sentence


def _usual(environ: Mapping[str, str]) -> Tongue:
    """Where no session says which."""
    from pathfinder.cli.settings.layers import resolve

    try:
        wanted = resolve(home(environ), environ).config.research.language
    except PathfinderError:
        wanted = "auto"
    if wanted != "auto":
        return wanted
    locale = next((environ[name] for name in LOCALE if environ.get(name)), "")
    return "ko" if locale.startswith("ko") else _current(environ)


def _current(environ: Mapping[str, str]) -> Tongue:
    with suppress(PathfinderError):
        seen = glance(Sessions(home(environ), Disk()).resolve(), Disk())
        return seen.run.language or tongue(seen.question)
    return "en"
