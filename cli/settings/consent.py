"""With documents at hand, nothing leaves the machine unless the user agreed, once for a session."""

import typer

from pathfinder.cli.settings.saved_flags import SavedFlags
from pathfinder.consent import what_leaves
from pathfinder.locales.catalogue import Message, joined
from pathfinder.protocols.errors import UserError
from pathfinder.reports.markdown.summary import Tongue
from pathfinder.run_config import RunConfig


def consented(config: RunConfig, saved: SavedFlags, speak: Tongue | None) -> SavedFlags:
    """What was chosen, with the user's leave; UserError where it is missing and nobody can be asked."""
    leaving = what_leaves(config)
    if saved.docs is None or saved.allow_remote or not leaving:
        return saved
    if speak is None:
        raise UserError(Message("docs-need-consent", what=joined("list-and", leaving)))
    asked_for = Message("consent-ask", what=joined("list-and-that", leaving))
    if not typer.confirm(asked_for.to(speak), default=False):
        raise UserError(Message("consent-denied"))
    return saved.model_copy(update={"allow_remote": True})
