"""A typed question as the text inputs of its prompt. Pure; one function per call.

Data goes in as JSON, a page as numbered passages, each inside tags that the prompt file explains. No text
from outside can end its block: the `<` of anything that looks like one of our tags is taken away.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pathfinder.protocols.calls.questions import (
    QUESTIONS,
    AnswerFacts,
    AnswerPage,
    AuditFacts,
    ChallengeClaims,
    CheckSentences,
    ChoosePages,
    Conclude,
    Decompose,
    EditAnswer,
    Ideate,
    LabelPairs,
    PageFacts,
    PageView,
    ReadPage,
    RuleOnResolution,
    WriteAnswer,
    WriteBriefs,
)
from pathfinder.protocols.frozen import Frozen

Inputs = dict[str, str]

# White space and what nobody sees may stand between the bracket and the name.
_TAG = re.compile(
    r"[<\uff1c\ufe64](?=[\s/\\\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]*"
    r"(?:material|untrusted_page|passage)\b)",
    re.IGNORECASE,
)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def inputs(ask: Frozen) -> Inputs:
    """The inputs of a question's prompt; of a question that is not the product's own (bench), its fields."""
    render = _RENDERERS[type(ask)] if type(ask) in QUESTIONS else _fields
    return render(ask)


def _fields(ask: Frozen) -> Inputs:
    return {name: untagged(known) if isinstance(known, str) else written(known) for name, known in ask}


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
        "question": written(ask.question),
        "objective": written(ask.objective),
        "about": written(ask.about),
        "results": written(ask.results),
        "most": str(ask.most),
    }


def _read(ask: ReadPage) -> Inputs:
    shown = {"title", "site", "date", "type", "language", "stretch"}
    return {
        "question": written(ask.question),
        "parts": written(ask.parts),
        "today": ask.today or "not known",
        "page": written(ask.page.model_dump(include=shown, exclude_none=True)),
        "passages": _passages(ask.page),
    }


def _conclude(ask: Conclude) -> Inputs:
    return {
        "question": written(ask.question),
        "parts": written(ask.parts),
        "today": ask.today or "not known",
        "objective": written(ask.objective),
        "about": written(ask.about),
        "target": ask.target,
        "opposing": written(ask.opposing),
        "turn": str(ask.turn),
        "turns_left": str(ask.turns_left),
        "queries": written(ask.queries),
        "pages": facts_by_page(ask.pages),
        "claims": written(tuple(_without_empty(claim) for claim in ask.claims)),
        "own": written(ask.own),
        "language": ask.language,
    }


def facts_by_page(pages: Sequence[PageFacts | AnswerFacts]) -> str:
    """Facts as JSON lines, a line for each page and each fact; what is empty is left out."""
    lines: list[str] = []
    for page in pages:
        head = {"page": page.title, **_without_empty(page)}
        lines.append(_json({key: value for key, value in head.items() if key not in ("facts", "title")}))
        lines += (_json(_without_empty(fact)) for fact in page.facts)
    return "\n".join(lines)


def _without_empty(value: Frozen) -> dict[str, Any]:
    return {key: known for key, known in value.model_dump().items() if known not in ("", None, 0, (), [])}


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
    return {
        "context": written(ask.context),
        "evidence": written(tuple(_without_empty(line) for line in ask.evidence)),
        "issues": written(ask.issues),
        "missing": written(ask.missing),
        "language": ask.language,
    }


def _audit(ask: AuditFacts) -> Inputs:
    return {
        "question": written(ask.question),
        "parts": written(ask.parts),
        "today": ask.today or "not known",
        "pages": facts_by_page(ask.pages),
        "claims": written(tuple(_without_empty(claim) for claim in ask.claims)),
        "earlier": written(ask.earlier),
        "language": ask.language,
    }


def _challenge(ask: ChallengeClaims) -> Inputs:
    claims = [
        {
            **_without_empty(one.claim),
            "side": one.side,
            "links": [f"{link.fact} {link.type} {link.weight}" for link in one.links],
        }
        for one in ask.claims
    ]
    return {
        "question": written(ask.question),
        "today": ask.today or "not known",
        "claims": written(claims),
        "others": written([{"id": one.id, "text": one.text} for one in ask.others]),
        "audit": written(ask.audit),
        "pages": facts_by_page(ask.pages),
        "language": ask.language,
    }


def _answer(ask: WriteAnswer) -> Inputs:
    return {
        "pages": "\n\n".join(_answer_page(page) for page in ask.pages),
        "facts": facts_by_page(ask.facts),
        "question": written(ask.question),
        "research": written(ask.research),
        "parts": written(ask.parts),
        "today": ask.today or "not known",
        "claims": written(tuple(_without_empty(claim) for claim in ask.claims)),
        "audit": written(tuple(_without_empty(point) for point in ask.audit)),
        "settled": written(ask.settled),
        "not_found": written(ask.not_found),
        "words": "{:,} to {:,}".format(*ask.words),
        "task": ask.task,
        "found": written(ask.found),
        "draft": "none yet" if ask.draft is None else _json(ask.draft.model_dump(exclude={"notes"})),
        "problems": written(ask.problems),
        "language": ask.language,
    }


def _edit(ask: EditAnswer) -> Inputs:
    return {
        "facts": facts_by_page(ask.facts),
        "claims": written(tuple(_without_empty(claim) for claim in ask.claims)),
        "audit": written(tuple(_without_empty(point) for point in ask.audit)),
        "question": written(ask.question),
        "parts": written(ask.parts),
        "today": ask.today or "not known",
        "words": "{:,} to {:,}".format(*ask.words),
        "length": f"{ask.length:,}",
        "points": written(ask.points),
        "title": written(ask.title),
        "sentences": written(tuple(_without_empty(one) for one in ask.sentences)),
        "unknown": written(ask.unknown),
        "language": ask.language,
    }


def _check(ask: CheckSentences) -> Inputs:
    return {
        "pages": "\n\n".join(_answer_page(page) for page in ask.pages),
        "question": written(ask.question),
        "today": ask.today or "not known",
        "outline": written(ask.outline),
        "sentences": written(tuple(_without_empty(one) for one in ask.sentences)),
        "language": ask.language,
    }


def _answer_page(page: AnswerPage) -> str:
    """What is known of the page as JSON, and its text as it stands."""
    head = {key: value for key, value in _without_empty(page).items() if key != "text"}
    return f"{_json(head)}\n{untagged(page.text)}"


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
        AuditFacts: _audit,
        ChallengeClaims: _challenge,
        WriteAnswer: _answer,
        EditAnswer: _edit,
        CheckSentences: _check,
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
