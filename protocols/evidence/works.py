"""Which work a page is a copy of: one id for all the addresses and versions of a paper.

Only what an address or a DOI says by itself is used. A work whose journal version and preprint share
no id stays two here; near-duplicate text joins them elsewhere.
"""

import re
from typing import NewType
from urllib.parse import unquote

from pathfinder.protocols.text.urls import Address, read

WorkId = NewType("WorkId", str)

_DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s?#&\"<>]+")
_DOI_ALONE = re.compile(r"\s*(?:doi:\s*|(?:https?://)?(?:dx\.)?doi\.org/)?(10\.[^\s]+)\s*", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?P<new>[0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?"
    r"|(?P<archive>[a-z]+(?:-[a-z]+)?)(?:\.[a-z]{2})?/(?P<old>[0-9]{7})(?:v[0-9]+)?",
    re.IGNORECASE,
)
_ARXIV_PATH = re.compile(
    r"/(?:abs|pdf|html|format|ps|e-print|src|papers)/(?P<id>.+?)(?:\.pdf|\.ps)?/?", re.IGNORECASE
)
_ARXIV_DOI = "10.48550/arxiv."
_ARXIV_HOSTS = ("arxiv.org", "ar5iv.org", "alphaxiv.org", "huggingface.co")
_ACL_DOIS = ("10.18653/v1/", "10.3115/v1/")
_ACL_PATH = re.compile(
    r"/(?P<id>[A-Z][0-9]{2}-[0-9]{4}|[0-9]{4}\.[a-z0-9_]+-[a-z0-9_]+\.[0-9]+)(?:v[0-9]+)?(?:\.pdf)?/?",
    re.IGNORECASE,
)
_PUBMED_PATH = re.compile(r"/(?:pubmed/)?(?P<id>[0-9]{1,9})/?")
_PMC_PATH = re.compile(r"/(?:pmc/)?articles?/(?:pmc/)?(?P<id>PMC[0-9]{1,9})(?:/.*)?", re.IGNORECASE)
_MEDLINE_PATH = re.compile(r"/(?:article|abstract)/med/(?P<id>[0-9]{1,9})/?", re.IGNORECASE)
_OPENREVIEW_QUERY = re.compile(r"(?:.*&)?id=(?P<id>[A-Za-z0-9_-]{6,32})(?:&.*)?")
_NATURE_PATH = re.compile(r"/articles/(?P<id>[a-z0-9-]+)(?:\.pdf|/.*)?", re.IGNORECASE)

_TAIL = re.compile(
    r"(?:/(?:abs|abstract|citations|epdf|epub|figures|full|fulltext|html|meta|metrics|pdf|pdfdirect|pdfft"
    r"|references|reader|suppl_file|summary|tables|xml)"
    r"|\.(?:abstract|epub|full|full-text|html|pdf|short|xml))+/?$"
)
_PREPRINT_VERSION = re.compile(r"[./_-]?v[0-9]+$")
_VERSIONED = (
    *("10.1101/", "10.64898/", "10.20944/", "10.21203/"),
    *("10.26434/", "10.31219/", "10.31234/", "10.6084/"),
)
"""Preprint servers that write the version of one work into its DOI or its address."""


def work_of(url: str | None, doi: str | None = None) -> WorkId | None:
    """The work a page holds, by its address first and by the DOI it names second.

    The address comes first: the abstract page of a preprint often names the journal's DOI, its PDF
    never does, and the two are one work.
    """
    works = works_of(url, doi)
    return works[0] if works else None


def works_of(url: str | None, doi: str | None = None) -> tuple[WorkId, ...]:
    """Every id that the address and the DOI give, the one of the address first; none twice."""
    address = None if url is None else read(url)
    found = (None if address is None else _by_address(address), None if doi is None else _by_given_doi(doi))
    return tuple(dict.fromkeys(work for work in found if work is not None))


def _by_address(address: Address) -> WorkId | None:
    for hosts, reader in _READERS:
        if any(address.host == host or address.host.endswith("." + host) for host in hosts):
            work = reader(address)
            if work is not None:
                return work
    return _doi_inside(address)


def _arxiv(address: Address) -> WorkId | None:
    path = _ARXIV_PATH.fullmatch(unquote(address.path))
    return None if path is None else _arxiv_id(path["id"])


def _arxiv_id(written: str) -> WorkId | None:
    parts = _ARXIV.fullmatch(written)
    if parts is None:
        return None
    return WorkId(f"arxiv:{parts['new'] or parts['archive'].lower() + '/' + parts['old']}")


def _acl(address: Address) -> WorkId | None:
    path = _ACL_PATH.fullmatch(address.path)
    return None if path is None else WorkId(f"acl:{path['id'].lower()}")


def _pubmed(address: Address) -> WorkId | None:
    pmc = _PMC_PATH.fullmatch(address.path)
    if pmc is not None:
        return WorkId(f"pmc:{pmc['id'].lower()}")
    medline = _PUBMED_PATH.fullmatch(address.path) or _MEDLINE_PATH.fullmatch(address.path)
    return None if medline is None else WorkId(f"pmid:{medline['id']}")


def _openreview(address: Address) -> WorkId | None:
    query = _OPENREVIEW_QUERY.fullmatch(address.query)
    return None if query is None else WorkId(f"openreview:{query['id']}")


def _nature(address: Address) -> WorkId | None:
    path = _NATURE_PATH.fullmatch(address.path)
    return None if path is None else _by_doi(f"10.1038/{path['id']}")


_READERS = (
    (_ARXIV_HOSTS, _arxiv),
    (("aclanthology.org",), _acl),
    (("ncbi.nlm.nih.gov", "europepmc.org"), _pubmed),
    (("openreview.net",), _openreview),
    (("nature.com",), _nature),
)


def _doi_inside(address: Address) -> WorkId | None:
    found = _DOI.search(unquote(address.path)) or _DOI.search(unquote(address.query))
    return None if found is None else _by_doi(found[0])


def _by_given_doi(written: str) -> WorkId | None:
    parts = _DOI_ALONE.fullmatch(unquote(written))
    found = None if parts is None else _DOI.fullmatch(parts[1])
    return None if found is None else _by_doi(found[0])


def _clean_doi(written: str) -> str:
    """Without the ending that only its address has; a DOI that would be nothing but ending is kept."""
    cut = _TAIL.sub("", written.rstrip(".,;:)]}'/"))
    return cut if _DOI.fullmatch(cut) else written


def _by_doi(written: str) -> WorkId | None:
    doi = _clean_doi(written.lower())
    if doi.startswith(_VERSIONED):
        doi = _PREPRINT_VERSION.sub("", doi)
    if doi.startswith(_ARXIV_DOI):
        return _arxiv_id(doi.removeprefix(_ARXIV_DOI)) or WorkId(f"doi:{doi}")
    for prefix in _ACL_DOIS:
        if doi.startswith(prefix):
            return WorkId(f"acl:{doi.removeprefix(prefix)}")
    return WorkId(f"doi:{doi}")
