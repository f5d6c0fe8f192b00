"""Where the research stands, in a few honest sentences: counts, the ends of the scale, what is stuck."""

from collections.abc import Iterator, Sequence

from pathfinder.adapters.embedded.wording import Spoken, shortened
from pathfinder.protocols.questions import WriteBriefs
from pathfinder.protocols.rules.context_view import ContextView, HypothesisLine

_ISSUES: dict[Spoken, dict[str, str]] = {
    "en": {
        "LOW_QUALITY": "recent sources are weak, so papers and official pages come first",
        "ALL_WEAK": "every tested claim is weak, so new directions are needed",
        "STALEMATE": "a conflict has been open for long, so conditions are looked for",
        "DATA_EXPLOSION": "there is more than can be weighed, so fewer targets go deeper",
        "SATURATED": "little new comes in, so a thesis may be due",
    },
    "ko": {
        "LOW_QUALITY": "최근 출처가 약해 논문과 공식 자료를 먼저 본다",
        "ALL_WEAK": "확인한 주장이 모두 약해 새로운 방향이 필요하다",
        "STALEMATE": "오래 풀리지 않은 충돌이 있어 조건의 차이를 찾는다",
        "DATA_EXPLOSION": "다 따져 볼 수 없을 만큼 많아 적은 목표를 깊게 본다",
        "SATURATED": "새로운 것이 거의 없어 논지를 쓸 때가 되었다",
    },
}


def reflection(ask: WriteBriefs, tongue: Spoken) -> str:
    """The state of the graph as the lead sees it, and what follows from issues, advice and hints."""
    sentences = _korean(ask) if tongue == "ko" else _english(ask)
    return " ".join(sentences)[:4_000]


def _claims(context: ContextView) -> list[HypothesisLine]:
    return [*context.active, *context.hypotheses]


def _seen(context: ContextView) -> int:
    """How many observations there are, those left out of the view too."""
    left = context.omitted
    return len(context.observations) + len(context.masked) + left.observations + left.masked


def _open_parts(context: ContextView) -> list[str]:
    return [shortened(line.text, 120) for line in context.sub_questions if not line.answered_by]


def _ends(claims: Sequence[HypothesisLine]) -> tuple[HypothesisLine, HypothesisLine] | None:
    """The strongest and the weakest claim, if there are two."""
    if len(claims) < 2:
        return None
    ranked = sorted(claims, key=lambda line: (-line.strength, line.id))
    return ranked[0], ranked[-1]


def _english(ask: WriteBriefs) -> Iterator[str]:
    context, claims = ask.context, _claims(ask.context)
    if not claims and not _seen(context):
        yield "Nothing is known yet: the Explorers look at the question from different sides."
    else:
        total = len(claims) + context.omitted.hypotheses
        untested = sum(line.status == "unvisited" for line in claims)
        yield f"Claims in the race: {total}, untested: {untested}; observations: {_seen(context)}."
    ends = _ends(claims)
    if ends is not None:
        yield f"Strongest is {ends[0].id} ({ends[0].strength:.2f}): “{shortened(ends[0].summary, 140)}”"
        yield f"Weakest is {ends[1].id} ({ends[1].strength:.2f}): “{shortened(ends[1].summary, 140)}”"
    if context.conflicts:
        oldest = context.conflicts[0]
        yield (
            f"Open conflicts: {len(context.conflicts) + context.omitted.conflicts}; the oldest is between "
            f"{oldest.first} and {oldest.second} (attempts: {oldest.attempts})."
        )
    if open_parts := _open_parts(context):
        yield f"Parts nobody has answered: {'; '.join(open_parts)}."
    for issue in ask.issues:
        yield f"Health check: {_ISSUES['en'].get(issue, issue)}."
    for advice in ask.advice:
        yield f"Advice: {advice.rstrip('.')}. The queries use other words and other sides of the targets."
    for note in ask.notes:
        yield f"The user asks: {shortened(note, 200)}"


def _korean(ask: WriteBriefs) -> Iterator[str]:
    context, claims = ask.context, _claims(ask.context)
    if not claims and not _seen(context):
        yield "아직 알려진 것이 없다. 탐색자들은 질문을 서로 다른 쪽에서 살펴본다."
    else:
        total = len(claims) + context.omitted.hypotheses
        untested = sum(line.status == "unvisited" for line in claims)
        yield f"살아 있는 주장은 {total}개이고 그중 {untested}개는 아직 확인하지 않았다."
        yield f"관찰은 {_seen(context)}개다."
    ends = _ends(claims)
    if ends is not None:
        yield f"가장 강한 것은 {ends[0].id}({ends[0].strength:.2f})이다: “{shortened(ends[0].summary, 140)}”"
        yield f"가장 약한 것은 {ends[1].id}({ends[1].strength:.2f})이다: “{shortened(ends[1].summary, 140)}”"
    if context.conflicts:
        oldest = context.conflicts[0]
        yield (
            f"풀리지 않은 충돌은 {len(context.conflicts) + context.omitted.conflicts}개이고, "
            f"가장 오래된 것은 {oldest.first} / {oldest.second}이며 {oldest.attempts}번 시도했다."
        )
    if open_parts := _open_parts(context):
        yield f"아직 답이 없는 부분: {'; '.join(open_parts)}."
    for issue in ask.issues:
        yield f"상태 점검: {_ISSUES['ko'].get(issue, issue)}."
    for advice in ask.advice:
        yield f"조언: {advice.rstrip('.')}. 그래서 다른 말과 다른 측면으로 검색한다."
    for note in ask.notes:
        yield f"사용자의 요청: {shortened(note, 200)}"
