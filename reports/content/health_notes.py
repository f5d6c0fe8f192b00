"""What concerns the user about the state of the research, and what can be done about it."""

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.calls.events import Concern
from pathfinder.protocols.planning.memory_words import Tongue

MOST_PAIRS = 2


def health_lines(concern: Concern, speak: Tongue) -> tuple[str, str]:
    """Two sentences that fit a line of a terminal each: what was found, and what the user can do."""
    t = translator(speak)
    if concern.issue == "SATURATED":
        return t("health-saturated-found"), t("health-saturated-do")
    if concern.issue == "DRY":
        return t("health-dry-found", iterations=concern.iterations), t("health-dry-do")
    pairs = [t("health-pair", one=one, other=other) for one, other in concern.conflicts[:MOST_PAIRS]]
    more = len(concern.conflicts) - len(pairs)
    shown = ", ".join([*pairs, *([f"+{more}"] if more else [])])
    return t("health-stalemate-found", pairs=shown), t("health-stalemate-do")


def health_note(concern: Concern, speak: Tongue) -> str:
    """The same in one line."""
    return " ".join(health_lines(concern, speak))
