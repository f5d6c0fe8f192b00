"""What a person reads first: findings.md, hypotheses.md and sources.md, in Korean or in English."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pathfinder.locales.catalogue import said
from pathfinder.protocols.evidence.marked_text import claim_text, observation_text, seen_text
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash, order
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.planning.priority import active_five, updated_at
from pathfinder.protocols.text.rounding import hundredths, percent
from pathfinder.reports.export.memory_files import next_actions, times
from pathfinder.reports.markdown.escaping import address, plain
from pathfinder.reports.markdown.papers import cited_papers, paper_path
from pathfinder.reports.markdown.summary import STATUS, claim_verdict, tongue_of

WARNING = "⚠"
MOST_FINDINGS = 30
"""What is kept at hand; `recall` finds the rest."""


@dataclass(frozen=True)
class _Words:
    findings: str
    iteration: str
    key: str
    updates: str
    plan: str
    moved: str
    brought: str
    pro: str
    con: str
    rejected_at: str
    citations: str
    downloaded: str
    file: str
    findings_of: str
    found_in: str
    older: str
    hypotheses: str
    active: str
    others: str
    done: str
    strength: str
    status: str
    verdict: str
    supports: str
    contradicts: str
    none: str
    last: str
    sources: str
    kinds: dict[str, str]
    authority: str
    author: str
    date: str
    retracted: str
    used: str
    text: str


_EN = _Words(
    findings="Research Findings",
    iteration="Iteration {number}",
    key="Findings",
    updates="Hypotheses",
    plan="Next",
    moved="{name}: {before}% to {after}%",
    brought=" (evidence added: {pro} for, {con} against)",
    pro="For",
    con="Against",
    rejected_at="Rejected: iteration {number}",
    citations="Citations",
    downloaded="Downloaded Papers",
    file="File",
    findings_of="Main findings",
    found_in="Downloaded: iteration {number}",
    older="{count} older findings are in the archive; `pathfinder recall` finds them.",
    hypotheses="Research Hypotheses",
    active="Active Hypotheses",
    others="Other Hypotheses",
    done="Rejected Hypotheses",
    strength="Strength",
    status="Status",
    verdict="Verdict",
    supports="Supporting evidence",
    contradicts="Contradicting evidence",
    none="none",
    last="Last updated: iteration {number}",
    sources="Research Sources",
    kinds={
        "paper": "Academic Papers",
        "official": "Official Documentation",
        "news": "News Articles",
        "blog": "Blogs",
        "forum": "Forums",
        "unknown": "Other Sources",
    },
    authority="Authority",
    author="Author",
    date="Date",
    retracted="Retracted",
    used="Used in iterations",
    text="Text",
)
_KO = _Words(
    findings="연구 발견",
    iteration="반복 {number}",
    key="핵심 발견",
    updates="가설 변화",
    plan="다음 계획",
    moved="{name}: {before}% → {after}%",
    brought=" (새 증거: 지지 {pro}, 반박 {con})",
    pro="지지",
    con="반대",
    rejected_at="기각: 반복 {number}",
    citations="인용 횟수",
    downloaded="내려받은 논문",
    file="파일",
    findings_of="주요 내용",
    found_in="내려받은 반복: {number}",
    older="이전 발견 {count}개는 보관되어 있습니다. `pathfinder recall`로 찾을 수 있습니다.",
    hypotheses="연구 가설",
    active="활성 가설",
    others="그 밖의 가설",
    done="기각된 가설",
    strength="강도",
    status="상태",
    verdict="판정",
    supports="지지 증거",
    contradicts="반박 증거",
    none="없음",
    last="마지막 변화: 반복 {number}",
    sources="참고 자료",
    kinds={
        "paper": "학술 논문",
        "official": "공식 문서",
        "news": "뉴스",
        "blog": "블로그",
        "forum": "포럼",
        "unknown": "그 밖의 자료",
    },
    authority="권위",
    author="저자",
    date="날짜",
    retracted="철회",
    used="사용한 반복",
    text="본문",
)


def _words(graph: CogniGraph) -> _Words:
    return _KO if tongue_of(graph) == "ko" else _EN


def findings_file(graph: CogniGraph) -> str:
    """What each iteration found, with its tag, newest first; thirty findings at most."""
    words, closed = _words(graph), times(graph)
    rows = [f"# {words.findings}", ""]
    by_iteration: dict[int, list[HypothesisId]] = {}
    for name in graph.findings:
        created = [edge.created_at for edge in graph.evidence(name)]
        by_iteration.setdefault(max(created, default=graph.hypotheses[name].created_at), []).append(name)
    left = MOST_FINDINGS
    for at in sorted(by_iteration, reverse=True):
        names = sorted(by_iteration[at], key=order)[:left]
        if not names:
            break
        left -= len(names)
        day = closed.get(at + 1)
        when = f" ({day:%Y-%m-%d %H:%M})" if day is not None and day.year > 1970 else ""
        rows += [f"## {words.iteration.format(number=at + 1)}{when}", "", f"### {words.key}"]
        rows += [_finding(graph, name) for name in names]
        rows += _section(words.updates, _moves(graph, at, words))
        if at + 1 == graph.iteration:
            rows += _section(words.plan, (f"- {plain(action)}" for action in next_actions(graph)))
        rows.append("")
    if len(graph.findings) > MOST_FINDINGS:
        rows += [words.older.format(count=len(graph.findings) - MOST_FINDINGS), ""]
    return "\n".join(rows)


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return ["", f"### {title}", *found] if found else []


def _finding(graph: CogniGraph, name: HypothesisId) -> str:
    given = claim_verdict(graph, name)
    verdict = f"[{given}] " if given else ""
    sites = sorted({graph.sources[page].site or graph.sources[page].url for page in _pages(graph, name)})
    shown = ", ".join(plain(site) for site in sites[:5])
    mark = source_tag(graph, name).mark
    line = f"- {mark} {verdict}{name}: {plain(claim_text(graph, name))} ({shown})"
    return "\n".join([line, *_both_sides(graph, name)]) if mark == WARNING else line


def _both_sides(graph: CogniGraph, name: HypothesisId) -> Iterator[str]:
    """Who speaks for and who against a claim that is contested."""
    words = _words(graph)
    for title, kind in ((words.pro, "SUPPORTS"), (words.con, "CONTRADICTS")):
        edges = [edge for edge in graph.evidence(name) if edge.type == kind]
        sites = list(dict.fromkeys(_site(graph, edge.observation) for edge in edges))
        yield f"  - {title}: {', '.join(sites[:5]) or words.none}"


def _moves(graph: CogniGraph, at: int, words: _Words) -> Iterator[str]:
    """How far the strength of each hypothesis moved in an iteration."""
    for name in sorted(graph.hypotheses, key=order):
        history = graph.hypotheses[name].history
        change = sum(entry.change for entry in history if entry.iteration == at)
        if round(change, 4):
            after = graph.hypotheses[name].strength - sum(e.change for e in history if e.iteration > at)
            moved = words.moved.format(name=name, before=percent(after - change), after=percent(after))
            edges = [edge for edge in graph.evidence(name) if edge.created_at == at]
            pro = sum(edge.type == "SUPPORTS" for edge in edges)
            brought = words.brought.format(pro=pro, con=len(edges) - pro) if edges else ""
            yield f"- {moved}{brought}"


def _pages(graph: CogniGraph, name: HypothesisId) -> list[PageHash]:
    pages = (graph.observations[edge.observation].page for edge in graph.evidence(name))
    return [page for page in pages if page is not None]


def hypotheses_file(graph: CogniGraph) -> str:
    """Every hypothesis with what speaks for and against it: those in focus first, the rejected last."""
    words, focus = _words(graph), active_five(graph)
    alive = sorted(graph.alive(), key=order)
    dead = sorted(graph.hypotheses.keys() - set(alive), key=order)
    rows = [f"# {words.hypotheses}", ""]
    groups = ((words.active, focus), (words.others, [n for n in alive if n not in focus]), (words.done, dead))
    for title, names in groups:
        if names:
            rows += [f"## {title}", ""]
            for name in names:
                rows += [*_hypothesis(graph, name, words), ""]
    return "\n".join(rows)


def _hypothesis(graph: CogniGraph, name: HypothesisId, words: _Words) -> Iterator[str]:
    known, speak = graph.hypotheses[name], tongue_of(graph)
    evidence = graph.evidence(name)
    yield f"### {name}: {plain(claim_text(graph, name))}"
    yield f"- **{words.strength}:** {percent(known.strength)}% ({hundredths(known.strength)})"
    because = f": {plain(worded(known.rejected_because, speak))}" if known.rejected_because else ""
    yield f"- **{words.status}:** {STATUS[speak][known.status]}{because}"
    given = claim_verdict(graph, name)
    if given is not None:
        yield f"- **{words.verdict}:** {given}"
    for title, kind in ((words.supports, "SUPPORTS"), (words.contradicts, "CONTRADICTS")):
        edges = [edge for edge in evidence if edge.type == kind]
        yield f"- **{title}:** {len(edges)}"
        yield from _evidence(graph, edges, words)
    yield f"- {words.last.format(number=updated_at(graph, name) + 1)}"
    if not known.alive and known.rejected_at is not None:
        yield f"- {words.rejected_at.format(number=known.rejected_at + 1)}"


def _evidence(graph: CogniGraph, edges: list[EvidenceEdge], words: _Words) -> Iterator[str]:
    if not edges:
        yield f"  - ({words.none})"
    for edge in edges:
        told = plain(observation_text(graph, edge.observation))
        yield f"  - {edge.observation} {told} ({_site(graph, edge.observation)})"


def _site(graph: CogniGraph, name: ObservationId) -> str:
    seen = graph.observations[name]
    source = graph.sources.get(seen.page) if seen.page is not None else None
    return plain((source.site or source.url) if source else seen.source_url)


def sources_file(graph: CogniGraph) -> str:
    """The pages that are cited, by kind, weightiest first."""
    words = _words(graph)
    used: dict[str, set[int]] = {}
    for observation in graph.observations.values():
        if observation.page is not None:
            used.setdefault(observation.page, set()).add(observation.created_at + 1)
    lines = [f"# {words.sources}", ""]
    for kind, title in words.kinds.items():
        pages = [page for page, source in graph.sources.items() if source.type == kind]
        if not pages:
            continue
        lines += [f"## {title}", ""]
        for page in sorted(pages, key=lambda page: (-graph.sources[page].weight, graph.sources[page].url)):
            source = graph.sources[page]
            lines += [
                f"### {plain(source.title or source.url)}",
                f"- **URL:** {address(source.url)}",
                f"- **{words.authority}:** {source.weight}",
                *([f"- **{words.author}:** {plain(source.author)}"] if source.author else []),
                *([f"- **{words.date}:** {plain(source.date)}"] if source.date else []),
                *(
                    [f"- **{words.citations}:** {source.paper.citations:,}"]
                    if source.paper is not None and source.paper.citations is not None
                    else []
                ),
                *(
                    [f"- **{words.retracted}:** {plain(said(source.retracted, tongue_of(graph)))}"]
                    if source.retracted is not None
                    else []
                ),
                f"- **{words.used}:** {', '.join(map(str, sorted(used.get(page, ()))))}",
                f"- **{words.text}:** `pages/{page}.txt`",
                "",
            ]
    return "\n".join([*lines, *_downloaded(graph, words)])


def _downloaded(graph: CogniGraph, words: _Words) -> Iterator[str]:
    """The papers whose PDF was read, with what was found in them."""
    papers = [known for known in cited_papers(graph) if known[2].whole]
    if papers:
        yield from (f"## {words.downloaded}", "")
    for page, source, note in papers:
        seen = [known for known in graph.observations.values() if known.page == page]
        yield f"### {plain(source.title or note.name)}"
        yield f"- **{words.file}:** `{paper_path(graph, note)}`"
        yield f"- **URL:** {address(source.url)}"
        if seen:
            yield f"- {words.found_in.format(number=min(known.created_at for known in seen) + 1)}"
            yield f"- **{words.findings_of}:** {plain(seen_text(seen[0], tongue_of(graph)))}"
        yield ""
