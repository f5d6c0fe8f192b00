"""A typed question as the text inputs of its prompt. Pure; one function per call.

Data goes in as JSON, a page as numbered passages, each inside tags that the prompt file explains. No text
from outside can end its block: the `<` of anything that looks like one of our tags is taken away.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.questions import (
    Challenge,
    ChoosePages,
    Conclude,
    Decompose,
    Ideate,
    LabelPairs,
    PageView,
    ReadPage,
    RuleOnResolution,
    WriteBriefs,
    WriteThesis,
)

Inputs = dict[str, str]

# White space and what nobody sees may stand between the bracket and the name.
_TAG = re.compile(
    r"[<\uff1c\ufe64](?=[\s/\\\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]*"
    r"(?:material|untrusted_page|passage)\b)",
    re.IGNORECASE,
)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def inputs(ask: Frozen) -> Inputs:
    """The inputs of a question's prompt."""
    return _RENDERERS[type(ask)](ask)


def _decompose(ask: Decompose) -> Inputs:
    return {"question": written(ask.question), "language": ask.language}


def _brief(ask: WriteBriefs) -> Inputs:
    return {
        "context": written(ask.context),
        "slots": written(ask.slots),
        "mode": ask.mode,
        "issues": written(ask.issues),
        "advice": written((*((ask.thinking,) if ask.thinking else ()), *ask.advice)),
        "notes": written(ask.notes),
        "language": ask.language,
    }


def _choose(ask: ChoosePages) -> Inputs:
    return {
        "objective": written(ask.objective),
        "about": written(ask.about),
        "results": written(ask.results),
        "most": str(ask.most),
    }


def _read(ask: ReadPage) -> Inputs:
    page = {"title": ask.page.title, "site": ask.page.site, "language": ask.page.language}
    return {
        "question": written(ask.question),
        "objective": written(ask.objective),
        "about": written(ask.about),
        "hypotheses": written(ask.hypotheses),
        "page": written(page),
        "passages": _passages(ask.page),
    }


def _conclude(ask: Conclude) -> Inputs:
    return {
        "objective": written(ask.objective),
        "about": written(ask.about),
        "target": ask.target,
        "turn": str(ask.turn),
        "turns_left": str(ask.turns_left),
        "queries": written(ask.queries),
        "claims": written(ask.claims),
        "found": written(ask.found),
        "language": ask.language,
    }


def _facets(ask: LabelPairs) -> Inputs:
    # Who found a claim and how similar code thinks it is would only sway the Judge.
    pairs = [
        {"pair": number, "one": pair.summary, "other": pair.other_summary}
        for number, pair in enumerate(ask.pairs, start=1)
    ]
    return {"pairs": written(pairs)}


def _resolution(ask: RuleOnResolution) -> Inputs:
    return {
        "first": written(ask.first),
        "second": written(ask.second),
        "proposed": written(ask.proposed),
        "description": written(ask.description),
        "quotes": written(ask.quotes),
    }


def _ideate(ask: Ideate) -> Inputs:
    return {"context": written(ask.context), "issues": written(ask.issues), "language": ask.language}


def _challenge(ask: Challenge) -> Inputs:
    return {
        "claim": written(ask.claim),
        "side": written(ask.side),
        "supporting": written(ask.supporting),
        "opposing": written(ask.opposing),
        "language": ask.language,
    }


def _thesis(ask: WriteThesis) -> Inputs:
    return {
        "question": written(ask.question),
        "claims": written(ask.claims),
        "settled": written(ask.settled),
        "unknown": written(ask.unknown),
        "language": ask.language,
    }


_RENDERERS: Mapping[type[Frozen], Callable[[Any], Inputs]] = MappingProxyType(
    {
        Decompose: _decompose,
        WriteBriefs: _brief,
        ChoosePages: _choose,
        ReadPage: _read,
        Conclude: _conclude,
        LabelPairs: _facets,
        RuleOnResolution: _resolution,
        Ideate: _ideate,
        Challenge: _challenge,
        WriteThesis: _thesis,
    }
)


def written(value: object) -> str:
    """A value as JSON, one line per item of a list, in which no tag of ours can stand."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = ",\n".join(_json(item) for item in value)
        return f"[\n{items}\n]" if items else "[]"
    return _json(value)


def _json(value: object) -> str:
    plain = value.model_dump(exclude_none=True) if isinstance(value, Frozen) else value
    return _sound(_TAG.sub(r"\\u003c", _ENCODER.encode(plain)))


def _passages(page: PageView) -> str:
    return "\n".join(
        f'<passage number="{passage.number}">\n{untagged(passage.text)}\n</passage>'
        for passage in page.passages
    )


def untagged(text: str) -> str:
    """Text from a page as it stands, except that it can neither open nor close a block of ours."""
    return _sound(_TAG.sub("‹", text))


def _sound(text: str) -> str:
    """Half characters, which no wire can carry, become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
