"""Where the research stands, in a few honest sentences: counts, the ends of the scale, what is stuck."""

from collections.abc import Sequence

from pathfinder.adapters.embedded.wording import Spoken, shortened
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.questions import WriteBriefs
from pathfinder.protocols.rules.context_view import ContextView, HypothesisLine

STRONG = 0.6

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


LAYERS: dict[Spoken, tuple[str, ...]] = {
    "en": ("Where we stand", "Who would object", "For and against", "Blind spots", "Tool", "Ways on"),
    "ko": ("현황", "다른 관점", "정반합", "맹점", "사고 도구", "세 갈래"),
}
"""The six layers of a reflection, in their order."""


def reflection(ask: WriteBriefs, tongue: Spoken) -> str:
    """The state of the graph in six short layers, from counts alone; one with nothing to say is left out."""
    layers = _korean(ask) if tongue == "ko" else _english(ask)
    said = (f"{name}: {' '.join(text)}" for name, text in zip(LAYERS[tongue], layers, strict=True) if text)
    return " ".join(said)[:4_000]


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


def _one_sided(claims: Sequence[HypothesisLine]) -> list[HypothesisId]:
    """Claims that look strong and that nobody was sent to break."""
    return [line.id for line in claims if line.strength >= STRONG and line.status != "verified"][:3]


def _sites(context: ContextView) -> int:
    return len({line.source_url.split("/")[2] for line in context.observations if "//" in line.source_url})


def _english(ask: WriteBriefs) -> tuple[list[str], ...]:
    context, claims = ask.context, _claims(ask.context)
    stand, sides = list[str](), list[str]()
    tools = [ask.thinking] if ask.thinking else []
    if not claims and not _seen(context):
        stand.append("Nothing is known yet: the Explorers look at the question from different sides.")
    else:
        total = len(claims) + context.omitted.hypotheses
        untested = sum(line.status == "unvisited" for line in claims)
        stand.append(f"Claims in the race: {total}, untested: {untested}; observations: {_seen(context)}.")
    if open_parts := _open_parts(context):
        stand.append(f"Parts nobody has answered: {'; '.join(open_parts)}.")
    ends = _ends(claims)
    if ends is not None:
        sides.append(
            f"Strongest is {ends[0].id} ({ends[0].strength:.2f}): “{shortened(ends[0].summary, 140)}”"
        )
        sides.append(f"Weakest is {ends[1].id} ({ends[1].strength:.2f}): “{shortened(ends[1].summary, 140)}”")
    if context.conflicts:
        oldest = context.conflicts[0]
        sides.append(
            f"Open conflicts: {len(context.conflicts) + context.omitted.conflicts}; the oldest is between "
            f"{oldest.first} and {oldest.second} (attempts: {oldest.attempts})."
        )
    names = ", ".join(_one_sided(claims))
    doubts = [f"A skeptic would ask who tried to refute {names}."] if names else []
    blind = [f"Health check: {_ISSUES['en'].get(issue, issue)}." for issue in ask.issues]
    if context.observations:
        blind.append(f"The quotes of late come from {_sites(context)} sites.")
    for advice in ask.advice:
        tools.append(f"{advice.rstrip('.')}. The queries use other words and other sides of the targets.")
    ways = ["The usual words first, then another angle, then what would refute it."] if claims else []
    ways += [f"The user asks: {shortened(note, 200)}" for note in ask.notes]
    return stand, doubts, sides, blind, tools, ways


def _korean(ask: WriteBriefs) -> tuple[list[str], ...]:
    context, claims = ask.context, _claims(ask.context)
    stand, sides = list[str](), list[str]()
    tools = [ask.thinking] if ask.thinking else []
    if not claims and not _seen(context):
        stand.append("아직 알려진 것이 없다. 탐색자들은 질문을 서로 다른 쪽에서 살펴본다.")
    else:
        total = len(claims) + context.omitted.hypotheses
        untested = sum(line.status == "unvisited" for line in claims)
        stand.append(f"살아 있는 주장은 {total}개이고 그중 {untested}개는 아직 확인하지 않았다.")
        stand.append(f"관찰은 {_seen(context)}개다.")
    if open_parts := _open_parts(context):
        stand.append(f"아직 답이 없는 부분: {'; '.join(open_parts)}.")
    ends = _ends(claims)
    if ends is not None:
        strong, weak = (shortened(line.summary, 140) for line in ends)
        sides.append(f"가장 강한 것은 {ends[0].id}({ends[0].strength:.2f})이다: “{strong}”")
        sides.append(f"가장 약한 것은 {ends[1].id}({ends[1].strength:.2f})이다: “{weak}”")
    if context.conflicts:
        oldest = context.conflicts[0]
        sides.append(
            f"풀리지 않은 충돌은 {len(context.conflicts) + context.omitted.conflicts}개이고, "
            f"가장 오래된 것은 {oldest.first} / {oldest.second}이며 {oldest.attempts}번 시도했다."
        )
    names = ", ".join(_one_sided(claims))
    doubts = [f"회의론자는 누가 무너뜨려 보았는지 물을 것이다: {names}."] if names else []
    blind = [f"상태 점검: {_ISSUES['ko'].get(issue, issue)}." for issue in ask.issues]
    if context.observations:
        blind.append(f"최근 인용은 {_sites(context)}개 사이트에서 나왔다.")
    for advice in ask.advice:
        tools.append(f"{advice.rstrip('.')}. 그래서 다른 말과 다른 측면으로 검색한다.")
    ways = ["늘 쓰던 말로, 다른 각도로, 반박을 찾아서 차례로 간다."] if claims else []
    ways += [f"사용자의 요청: {shortened(note, 200)}" for note in ask.notes]
    return stand, doubts, sides, blind, tools, ways
