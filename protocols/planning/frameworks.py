"""How the user wants the lead to think, as a hint that stands before every plan."""

from typing import Literal

Framework = Literal["scientific", "first_principles", "occam", "falsification"]

_HINTS: dict[Framework, str] = {
    "first_principles": "Think from first principles: take the assumptions apart and ask what must hold.",
    "occam": "Prefer the explanation that needs the fewest assumptions, and look for what would force more.",
    "falsification": "Look first for what would refute the hypotheses that seem surest.",
}


def framework_hint(framework: Framework) -> tuple[str, ...]:
    """Advice for the lead; none for the scientific framework, which the rules follow anyway."""
    hint = _HINTS.get(framework)
    return () if hint is None else (hint,)
