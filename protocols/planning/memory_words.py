"""What the memory of a run says of itself, in Korean for a Korean question and in English for any other."""

from typing import Literal

from pathfinder.locales.catalogue import Field, translator
from pathfinder.protocols.calls.targets import Lens
from pathfinder.protocols.graph.memory import ThinkingTool
from pathfinder.protocols.ids import Strategy
from pathfinder.protocols.text.languages import language

Tongue = Literal["en", "ko"]
ToolReason = Literal["stuck", "stalemate", "contradiction", "overloaded", "sure", "new_direction", "usual"]
Phrase = Literal[
    "action",
    "nothing",
    "found",
    "idle",
    "in_vain",
    "known_pages",
    "vain_searches",
    "all_idle",
    "best",
    "worst",
    "same",
    "go_on",
    "other_words",
    "avoid",
    "prefer",
    "instead",
    "repeated",
    "repeated_often",
    "pattern",
    "dry",
    "none_new",
    "varied",
    "strategy",
    "to_strategy",
    "to_engine",
    "lens",
    "angle",
    "objective",
]


def tongue(question: str) -> Tongue:
    """The language the memory of a question speaks."""
    return "ko" if language(question) == "ko" else "en"


def strategy_name(strategy: Strategy, speak: Tongue) -> str:
    """Where a strategy searches."""
    return translator(speak)(f"strategy-{strategy}")


def lens_name(lens: Lens, speak: Tongue) -> str:
    """From which side something is looked at."""
    return translator(speak)(f"memory-lens-{lens}")


def tool_advice(tool: ThinkingTool, speak: Tongue) -> str:
    """What a thinking tool asks the lead to do; the sentence begins with its name."""
    return translator(speak)(f"thinking-{tool}")


def tool_name(tool: ThinkingTool, speak: Tongue) -> str:
    """What a thinking tool is called."""
    return tool_advice(tool, speak).partition(":")[0]


def tool_reason(reason: ToolReason, speak: Tongue) -> str:
    """Why a thinking tool was chosen."""
    return translator(speak)(f"thinking-because-{reason}")


def say(speak: Tongue, phrase: Phrase, **values: Field) -> str:
    """A phrase with its values."""
    return translator(speak)(f"memory-{phrase}", **values)
