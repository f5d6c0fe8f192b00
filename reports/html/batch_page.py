"""index.html: one page over all reports of a batch. It asks for nothing from outside, and has no script."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pathfinder.locales.catalogue import said
from pathfinder.protocols.calls.batch import State
from pathfinder.reports.export.batch import Result
from pathfinder.reports.html.document import page
from pathfinder.reports.html.markup import Html, el
from pathfinder.reports.markdown.summary import Tongue, tongue, verdict_words

STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1b2027, #e7eaee); --soft: light-dark(#59626d, #a1abb7);
  --line: light-dark(#e0e1dc, #2c343d); --bg: light-dark(#f6f6f3, #121519); --card: light-dark(#fff, #1a1f25);
  --accent: light-dark(#2456c7, #8db1ff); --good: light-dark(#156b3d, #74d69c);
  --bad: light-dark(#a8231c, #ff9d94); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 75rem; padding: 1.5rem; background: var(--bg); color: var(--ink);
  font: 1rem/1.55 system-ui, "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic", sans-serif;
  overflow-wrap: anywhere; }
:lang(ko) { word-break: keep-all; }
a { color: var(--accent); }
h1 { font-size: 1.4rem; margin: 0 0 0.25rem; }
p { margin: 0; color: var(--soft); }
ol { list-style: none; padding: 0; margin: 1.5rem 0 0; display: grid; gap: 0.75rem; }
li { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.9rem 1.1rem; }
h2 { font-size: 1rem; margin: 0; display: flex; gap: 0.6rem; align-items: baseline; }
h2 .number { color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums; }
.answer { color: var(--ink); margin: 0.4rem 0; unicode-bidi: plaintext; }
.done { color: var(--good); } .failed, .budget { color: var(--bad); }
.facts { font-size: 0.86rem; }
@media print { body { background: none; } li { break-inside: avoid; } }
"""


class _Words(NamedTuple):
    title: str
    counted: str
    no_answer: str
    states: dict[State, str]
    facts: str
    report: str
    same: str
    similar: str


_WORDS: dict[Tongue, _Words] = {
    "en": _Words(
        title="Batch {id}",
        counted="{total} questions: {states}. Cost ${cost}.",
        no_answer="Nothing that was found answers it.",
        states={
            "waiting": "not begun",
            "running": "running",
            "done": "done",
            "stopped": "stopped",
            "budget": "budget used up",
            "failed": "failed",
            "same": "asked before",
        },
        facts="quotes: {observations}, pages: {sources}, iterations: {iterations}, "
        "failures: {failures}, ${cost}",
        report="report",
        same="Asks the same as question {of}; the result is there.",
        similar="Much like question {of}.",
    ),
    "ko": _Words(
        title="배치 {id}",
        counted="질문 {total}개: {states}. 비용 ${cost}.",
        no_answer="찾은 것 중에 이 질문에 답하는 것이 없습니다.",
        states={
            "waiting": "시작 전",
            "running": "진행 중",
            "done": "완료",
            "stopped": "멈춤",
            "budget": "예산 소진",
            "failed": "실패",
            "same": "앞선 질문과 같음",
        },
        facts="문서 {sources}건에서 인용 {observations}개, 반복 {iterations}회, ${cost}, 실패 {failures}건",
        report="보고서",
        same="{of}번 질문과 같은 질문입니다. 결과는 그쪽에 있습니다.",
        similar="{of}번 질문과 비슷합니다.",
    ),
}


def batch_page(batch: str, rows: Sequence[Result], spoken: Tongue | None = None) -> str:
    """The page; sessions are two folders up, as they lie in the folder of all research."""
    speak: Tongue = spoken or (tongue(rows[0].question) if rows else "en")
    say = _WORDS[speak]
    counts = Counter(row.state for row in rows)
    states = ", ".join(f"{count} {say.states[state]}" for state, count in counts.items())
    cost = f"{sum(row.cost_usd for row in rows):.2f}"
    title = say.title.format(id=batch)
    body = (
        el("h1", title),
        el("p", say.counted.format(total=len(rows), states=states, cost=cost)),
        el("ol", *(_row(row, speak) for row in rows)),
    )
    return page(title, speak, STYLE, body)


def _row(row: Result, speak: Tongue) -> Html:
    say = _WORDS[speak]
    head = el(
        "h2",
        el("span", f"{row.number}.", class_="number"),
        el("span", row.question),
        el("span", say.states[row.state], class_=row.state),
    )
    return el("li", head, *_told(row, speak), id=f"q{row.number}")


def _told(row: Result, speak: Tongue) -> Sequence[Html]:
    say, reason = _WORDS[speak], said(row.reason, speak)
    if row.same_as is not None:
        return (el("p", el("a", say.same.format(of=row.same_as), href=f"#q{row.same_as}")),)
    if not row.session:
        return (el("p", reason),) if reason else ()
    called = f"{verdict_words(row.reader or row.verdict, None, speak)}: " if row.verdict else ""
    facts = say.facts.format(
        observations=row.observations,
        sources=row.sources,
        iterations=row.iterations,
        cost=f"{row.cost_usd:.4f}",
        failures=sum(row.failures.values()),
    )
    alike = None if row.similar_to is None else el("p", say.similar.format(of=row.similar_to), class_="facts")
    link = el("a", say.report, href=f"../../sessions/{row.session}/report.html")
    return (
        el("p", f"{called}{row.answer}" if row.answer else say.no_answer, class_="answer"),
        *((el("p", reason, class_="facts"),) if row.state != "done" and reason else ()),
        *((alike,) if alike is not None else ()),
        el("p", facts, " · ", link, class_="facts"),
    )
