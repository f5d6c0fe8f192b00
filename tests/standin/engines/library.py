"""The papers and pages that the stand-ins know, and which of them a query finds."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Doc:
    """A page or a paper of the small world."""

    url: str
    title: str
    text: str
    doi: str = ""
    arxiv: str = ""
    pmid: str = ""
    year: int = 2024
    citations: int = 0
    authors: tuple[str, ...] = ("Ada Brack", "Jun Seo")
    pdf: str = ""
    retracted: bool = False


_LONG = (
    " The measurements were taken in forty houses over three winters, with the same meters in every house,"
    " and the readings were checked twice by two people who did not know which house had which heating."
)

WEB = (
    Doc(
        "http://energy.gov.example/1",
        "Ground loops in Velm",
        "Ground loops in Velm cut the heating bill by 41 per cent. Deep wells never freeze in Velm.",
    ),
    Doc(
        "http://herald2.example/story",
        "Clay soil and ground loops",
        "Ground loops in Velm do not cut the heating bill in clay soil. Shared drilling halves the price of"
        " ground loops.",
    ),
    Doc(
        "http://blog3.example/post",
        "Forty years of ground loops",
        "Ground loops last forty years in sandy soil. The subsidy for ground loops in Velm ended in 2024.",
    ),
)

PAPERS = (
    Doc(
        "https://arxiv.org/abs/2601.00001",
        "Heating bills of houses with ground loops in Velm",
        "Ground loops in Velm cut the heating bill by 41 per cent." + _LONG,
        doi="10.5555/velm.1",
        arxiv="2601.00001",
        pmid="40000001",
        year=2025,
        citations=120,
        pdf="http://papers.example/velm1.pdf",
    ),
    Doc(
        "https://doi.org/10.5555/velm.2",
        "Ground loops in clay soil",
        "Ground loops in Velm do not cut the heating bill in clay soil." + _LONG,
        doi="10.5555/velm.2",
        pmid="40000002",
        year=2019,
        citations=15,
    ),
    Doc(
        "https://doi.org/10.5555/velm.3",
        "Miraculous ground loops of Velm",
        "Ground loops last forty years in sandy soil." + _LONG,
        doi="10.5555/velm.3",
        pmid="40000003",
        year=2021,
        citations=400,
        retracted=True,
    ),
)

AROUND = ("Sandy soil as a store of heat", "A survey of shallow wells")


def matching(docs: tuple[Doc, ...], query: str, most: int) -> list[Doc]:
    """The documents that share most words with a query, best first."""
    words = set(re.findall(r"[a-z가-힣]{3,}", query.lower()))
    scored = [
        (len(words & set(re.findall(r"[a-z가-힣]{3,}", f"{d.title} {d.text}".lower()))), d) for d in docs
    ]
    ranked = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])
    return [doc for _, doc in ranked[:most]]
