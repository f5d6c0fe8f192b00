"""Graphs, pages and reports as hypothesis draws them: valid ones, copies, and plain garbage."""

from typing import Any

from hypothesis import strategies as st

from pathfinder.protocols.calls.explorer_reports import ExplorerReport, PairLabel, StoredPage
from pathfinder.protocols.evidence.status import restrengthen
from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.text.signatures import signature
from tests.builders import a_conflict, a_graph, a_hypothesis, a_page, a_source, evidence, stored, subject

TYPES = ("paper", "official", "news", "blog", "forum", "unknown")
WEIGHTS = (0.8, 0.5, 0.3)
CLAIMS = (
    "Ground loops pay off",
    "Ground loops never pay off",
    "Loops pay off in cold soil",
    "지열 난방은 경제적이다",
    "Shared drilling halves the price",
    "The bill fell by 41 per cent",
)
LONG = " ".join(
    f"Line {n} of the story speaks of heat, soil and pipes in the {n}th winter." for n in range(40)
)

PAGE_LIST: tuple[StoredPage, ...] = (
    a_page(
        "The bill fell by 41 per cent in 312 flats. Loops pay off.",
        "https://arxiv.org/abs/1",
        work="arxiv:1",
        publisher=None,
    ),
    a_page(
        "Loops pay off where soil is cold. Nobody asked why.",
        "https://arxiv.org/abs/2",
        work="arxiv:2",
        publisher=None,
    ),
    a_page(f"{LONG} It froze.", "https://blog.example/a", "blog", signature=signature(LONG)),
    a_page(f"{LONG} It froze!", "https://mirror.example/a", "news", signature=signature(LONG)),
    a_page(
        "땅속 열교환기는 추운 토양에서 효율이 높다. 설치비는 비싸다.", "https://energy.go.kr/x", "official"
    ),
    a_page("My loop froze in the first winter, and it was dear.", "https://forum.example/t/1", "forum"),
    a_page("My neighbour's loop did not freeze.", "https://forum.example/t/2", "forum"),
    a_page("Withdrawn: loops save nothing.", "https://journal.example/w", retracted="withdrawn"),
)
PAGES = stored(*PAGE_LIST)
QUOTES = (
    "The bill fell by 41 per cent in 312 flats.",
    "Loops pay off",
    "soil is cold",
    "It froze",
    "추운 토양에서 효율이 높다.",
    "it was dear",
    "did not freeze",
    "loops save nothing",
    "these words stand nowhere",
    "",
)
HYPOTHESES = ("hyp_A1", "hyp_A2", "hyp_A3", "hyp_B1", "hyp_A99")
KEYS = ("o1", "o2", "o3")
CLAIM_KEYS = ("c1", "c2", "c3", "c4")


def sources() -> st.SearchStrategy[Source]:
    """Pages of few publishers, works and texts, so that copies are common."""

    def build(site: int, type_: str, work: int, copied: bool) -> Source:
        return a_source(
            f"https://site{site}.example/p",
            type_,
            work=f"doi:10.1/{work}" if work < 3 else None,
            signature=signature(LONG) if copied else None,
        )

    return st.builds(build, st.integers(0, 6), st.sampled_from(TYPES), st.integers(0, 8), st.booleans())


@st.composite
def graphs(draw: st.DrawFn) -> CogniGraph:
    """A graph with three claims of others, one of ours, and evidence on them."""
    claims = [(name, a_hypothesis(summary)) for name, summary in zip(HYPOTHESES[:3], CLAIMS[:3], strict=True)]
    claims.append(("hyp_B1", a_hypothesis("우리 생각", type="B")))
    edits: list[GraphEdit] = []
    for number in range(1, draw(st.integers(0, 8)) + 1):
        name = draw(st.sampled_from(HYPOTHESES[:4]))
        type_ = draw(st.sampled_from(("SUPPORTS", "CONTRADICTS")))
        edits += evidence(number, name, draw(sources()), type_, draw(st.sampled_from(WEIGHTS)))
    if draw(st.booleans()):
        edits.append(a_conflict("hyp_A1", "hyp_A2"))
    graph = a_graph(claims, *edits)
    return apply(graph, restrengthen(graph, graph.hypotheses))


def _observations() -> st.SearchStrategy[list[dict[str, Any]]]:
    pages = st.one_of(st.sampled_from(sorted(PAGES)), st.just("0" * 64))
    summaries = st.sampled_from(("", "The bill fell by 41%.", "It fell by 99 per cent.", "요약"))
    return st.lists(
        st.fixed_dictionaries(
            {
                "key": st.sampled_from(KEYS),
                "page": pages,
                "quote": st.sampled_from(QUOTES),
                "summary": summaries,
            }
        ),
        max_size=4,
    )


def reports(iteration: int = 1) -> st.SearchStrategy[ExplorerReport]:
    """One Explorer's report, with whatever garbage fits the types."""
    about = st.sampled_from((*HYPOTHESES, *CLAIM_KEYS)).map(subject)
    stances = st.fixed_dictionaries(
        {
            "observation": st.sampled_from((*KEYS, "o9")),
            "about": about,
            "type": st.sampled_from(("SUPPORTS", "CONTRADICTS", "QUALIFIES")),
            "weight": st.sampled_from(WEIGHTS),
        }
    )
    claims = st.fixed_dictionaries(
        {
            "key": st.sampled_from(CLAIM_KEYS),
            "summary": st.one_of(st.sampled_from(CLAIMS), st.text(max_size=12)),
            "verify_keywords": st.lists(st.text(max_size=6), max_size=2),
        }
    )
    assessments = st.fixed_dictionaries(
        {
            "about": about,
            "evidence": st.sampled_from(("STRONG", "MODERATE", "WEAK")),
            "confidence": st.sampled_from((0.0, 0.5, 1.0)),
            "needs_further": st.sampled_from((None, "colder soils")),
        }
    )
    names = st.builds(
        lambda type_, target, slot: f"{type_}-{target}-S{slot}-I{iteration}-R1.0",
        st.sampled_from(("WEB", "ACADEMIC", "SKEPTIC")),
        st.sampled_from(("KW1", "HYPA1", "HYPA2", "LENS3")),
        st.integers(1, 10),
    )
    return st.fixed_dictionaries(
        {
            "iid": names,
            "target": st.just({"kind": "keyword", "number": 1, "keyword": "k"}),
            "status": st.sampled_from(("success", "success", "partial", "failure")),
            "observations": _observations(),
            "claims": st.lists(claims, max_size=5),
            "stances": st.lists(stances, max_size=10),
            "assessments": st.lists(assessments, max_size=3),
            "keywords": st.lists(st.text(max_size=6), max_size=2),
        }
    ).map(ExplorerReport.model_validate)


@st.composite
def labels(draw: st.DrawFn, brought: list[ExplorerReport]) -> list[PairLabel]:
    """The Judge's word on claims of these reports and others, right or wrong."""
    refs = [{"iid": report.iid, "key": key} for report in brought for key in CLAIM_KEYS]
    if not refs:
        return []
    others = st.one_of(st.sampled_from(refs), st.sampled_from(HYPOTHESES))
    words = st.sampled_from(("same", "opposes", "related", "separate"))
    pairs = st.fixed_dictionaries({"claim": st.sampled_from(refs), "other": others, "label": words})
    return [PairLabel.model_validate(pair) for pair in draw(st.lists(pairs, max_size=6))]
