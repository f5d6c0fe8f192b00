"""The Thinker: six tools, six candidates, one chosen."""

from pathfinder.protocols.calls.questions import IdeaDraft, Ideas
from pathfinder.protocols.graph.types import ReasoningTool
from pathfinder.protocols.planning.ideas import Idea, missing_tools


def left_out(answer: Ideas) -> tuple[ReasoningTool, ...]:
    """The thinking tools without a candidate; an empty one does not count."""
    return missing_tools(draft.tool for draft in answer.candidates if draft.summary.strip())


def chosen_idea(answer: Ideas) -> Idea:
    """The candidate the Thinker chose; the first if it named one that is not there."""
    place = answer.chosen if answer.chosen <= len(answer.candidates) else 1
    draft: IdeaDraft = answer.candidates[place - 1]
    return Idea(
        summary=draft.summary,
        reasoning_tool=draft.tool,
        derived_from=draft.derived_from,
        verify_keywords=draft.verify_keywords,
    )
