"""One work has one id, whichever of its addresses and versions a page is."""

from dataclasses import dataclass

import pytest

from pathfinder.protocols.evidence.works import work_of, works_of


@dataclass(frozen=True)
class Case:
    work: str | None
    addresses: tuple[str, ...]


SAME_WORK = (
    Case(
        "arxiv:2301.00001",
        (
            "https://arxiv.org/abs/2301.00001",
            "https://arxiv.org/abs/2301.00001v3",
            "http://www.arxiv.org/pdf/2301.00001v2.pdf",
            "https://export.arxiv.org/pdf/2301.00001",
            "https://arxiv.org/html/2301.00001v1/",
            "https://ar5iv.labs.arxiv.org/html/2301.00001",
            "https://ar5iv.org/abs/2301.00001",
            "https://huggingface.co/papers/2301.00001",
            "https://doi.org/10.48550/arXiv.2301.00001",
            "https://dx.doi.org/10.48550/ARXIV.2301.00001",
        ),
    ),
    Case(
        "arxiv:hep-th/9901001",
        (
            "https://arxiv.org/abs/hep-th/9901001",
            "https://arxiv.org/pdf/hep-th/9901001v2",
            "https://arxiv.org/abs/HEP-TH%2F9901001",
        ),
    ),
    Case(
        "arxiv:math/0309136",
        ("https://arxiv.org/abs/math.GT/0309136", "https://arxiv.org/abs/math/0309136v1"),
    ),
    Case(
        "doi:10.1038/s41586-020-2649-2",
        (
            "https://doi.org/10.1038/S41586-020-2649-2",
            "https://www.nature.com/articles/s41586-020-2649-2",
            "https://www.nature.com/articles/s41586-020-2649-2.pdf",
            "https://www.nature.com/articles/s41586-020-2649-2/figures/1",
            "https://mirror.example.com/get/10.1038/s41586-020-2649-2/pdf",
        ),
    ),
    Case(
        "doi:10.1371/journal.pone.0123456",
        (
            "https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0123456",
            "https://journals.plos.org/plosone/article/file?id=10.1371%2Fjournal.pone.0123456&type=printable",
        ),
    ),
    Case(
        "doi:10.3389/fpsyg.2020.00001",
        (
            "https://www.frontiersin.org/articles/10.3389/fpsyg.2020.00001/full",
            "https://doi.org/10.3389/fpsyg.2020.00001.",
        ),
    ),
    Case(
        "doi:10.1101/2020.01.30.927871",
        (
            "https://www.biorxiv.org/content/10.1101/2020.01.30.927871v1",
            "https://www.biorxiv.org/content/10.1101/2020.01.30.927871v2.full.pdf",
            "https://doi.org/10.1101/2020.01.30.927871",
        ),
    ),
    Case("doi:10.21203/rs.3.rs-123456", ("https://doi.org/10.21203/rs.3.rs-123456/v1",)),
    Case("doi:10.1016/s0140-6736(05)67889-0", ("https://doi.org/10.1016/S0140-6736(05)67889-0",)),
    Case("doi:10.1000/pdf", ("https://doi.org/10.1000/pdf",)),
    Case(
        "pmid:32015507",
        (
            "https://pubmed.ncbi.nlm.nih.gov/32015507/",
            "https://www.ncbi.nlm.nih.gov/pubmed/32015507",
            "https://europepmc.org/article/MED/32015507",
        ),
    ),
    Case(
        "pmc:pmc7095418",
        (
            "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC7095418/",
            "https://pmc.ncbi.nlm.nih.gov/articles/PMC7095418/pdf/main.pdf",
            "https://europepmc.org/article/PMC/PMC7095418",
            "https://europepmc.org/articles/pmc7095418",
        ),
    ),
    Case(
        "openreview:rJl-b3RcF7",
        ("https://openreview.net/forum?id=rJl-b3RcF7", "https://openreview.net/pdf?a=1&id=rJl-b3RcF7&b=2"),
    ),
    Case(
        "acl:p19-1001",
        (
            "https://aclanthology.org/P19-1001/",
            "https://www.aclanthology.org/P19-1001v2.pdf",
            "https://doi.org/10.18653/v1/P19-1001",
        ),
    ),
    Case(
        "acl:2020.acl-main.1",
        ("https://aclanthology.org/2020.acl-main.1.pdf", "https://doi.org/10.18653/v1/2020.acl-main.1"),
    ),
    Case(
        None,
        (
            "https://arxiv.org/list/cs.AI/recent",
            "https://arxiv.org/abs/not-an-id",
            "https://arxiv.org.evil.com/abs/2301.00001",
            "https://notarxiv.org/abs/2301.00001",
            "https://me@arxiv.org/abs/2301.00001",
            "https://aclanthology.org/venues/acl/",
            "https://openreview.net/group?name=ICLR",
            "https://www.nature.com/nature/volumes/1",
            "https://www.ncbi.nlm.nih.gov/books/NBK1/",
            "https://example.com/10.5-tips/for-you",
            "file:///home/me/10.1000/x.pdf",
            "",
        ),
    ),
)


@pytest.mark.parametrize(
    ("address", "work"),
    [(address, case.work) for case in SAME_WORK for address in case.addresses],
)
def test_addresses_of_one_work_have_one_id(address: str, work: str | None) -> None:
    assert work_of(address) == work


@pytest.mark.parametrize(
    "doi",
    [
        "10.1000/Xyz.1",
        " doi:10.1000/xyz.1 ",
        "DOI: 10.1000/XYZ.1",
        "https://doi.org/10.1000/xyz.1",
        "http://dx.doi.org/10.1000%2Fxyz.1",
    ],
)
def test_a_given_doi_may_be_written_in_any_usual_way(doi: str) -> None:
    assert work_of(None, doi) == "doi:10.1000/xyz.1"


@pytest.mark.parametrize(
    "doi", ["", "10.1000", "10.1/x", "no doi", "see 10.1000/xyz.1", "https://evil.com/10.1000/x"]
)
def test_what_is_no_doi_gives_no_work(doi: str) -> None:
    assert work_of(None, doi) is None


def test_an_arxiv_doi_that_holds_no_arxiv_id_stays_a_doi() -> None:
    assert work_of(None, "10.48550/arXiv.nothing") == "doi:10.48550/arxiv.nothing"


def test_the_address_comes_before_the_doi_so_that_abstract_and_pdf_stay_one_work() -> None:
    abstract = work_of("https://arxiv.org/abs/2301.00001", "10.1103/PhysRevLett.1.1")
    pdf = work_of("https://arxiv.org/pdf/2301.00001v2")
    assert abstract == pdf
    assert works_of("https://arxiv.org/abs/2301.00001", "10.1103/PhysRevLett.1.1") == (
        "arxiv:2301.00001",
        "doi:10.1103/physrevlett.1.1",
    )


def test_a_doi_that_says_the_same_as_the_address_is_told_once() -> None:
    assert works_of("https://arxiv.org/abs/2301.00001", "10.48550/arXiv.2301.00001") == ("arxiv:2301.00001",)
    assert works_of(None) == ()
