"""Which session a question means: the flags say, the person at the terminal, or a rule."""

from typing import NamedTuple

from pathfinder.adapters.storage.files.layout import Session
from pathfinder.cli.commands.inspect import sessions_here
from pathfinder.cli.screen.language import say
from pathfinder.cli.settings.options import Flags
from pathfinder.cli.settings.saved_flags import SavedFlags, load_flags
from pathfinder.cli.settings.similar_sessions import alike
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.text.queries import normalize
from pathfinder.reports.markdown.summary import tongue


class SessionChoice(NamedTuple):
    """What a question means: a session to go on with, or None for a new one."""

    session: Session | None = None
    notice: str = ""
    """Said once the run can begin; before that, only what is missing is said."""


def named(question: str, session: str, *, continue_: bool, new: bool) -> SessionChoice:
    """The session that was named. It has to be on this question: another one is never mixed into it."""
    if continue_ or new:
        raise UserError(Message("session-or-continue"))
    here = sessions_here()
    found = here.resolve(session)
    about = next((row.question for row in here.lines() if row.id == found.id), "")
    if normalize(about) != normalize(question):
        raise UserError(Message("session-on-another-question", session=found.id, question=about))
    return SessionChoice(found)


def session_on(
    question: str, saved: SavedFlags, *, continue_: bool, new: bool, ask: bool, flags: Flags
) -> SessionChoice:
    """The session to go on with, if there is one and it is wanted."""
    from pathfinder.cli.settings.confirmation import which

    if continue_ and new:
        raise UserError(Message("continue-or-new"))
    here = sessions_here()
    found = () if new else alike(question, here.lines())
    if continue_:
        if not found:
            raise UserError(Message("no-similar-session"))
        return SessionChoice(here.resolve(found[0].session.id))
    if not found:
        return SessionChoice()
    if ask:
        picked = which(found, flags.lang or tongue(question))
        return SessionChoice() if picked is None else SessionChoice(here.resolve(picked.session.id))
    # Nobody can be asked. What was begun on the same question and the same documents is finished rather than
    # paid for twice; a finished one stays as it is.
    first, session = found[0], here.resolve(found[0].session.id)
    same_ground = saved.docs is None or load_flags(session.folder).docs == saved.docs
    if first.exact and first.session.status != "completed" and same_ground:
        return SessionChoice(session, say(Message("going-on-with-session", session=session.id)))
    likeness = "session-on-same-question" if first.exact else "session-on-similar-question"
    return SessionChoice(None, say(Message(likeness, session=session.id)))
