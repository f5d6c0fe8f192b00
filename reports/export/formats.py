"""The formats of an export: their names, their files, who writes them. The same graph gives the same text."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.export.bibtex import bibtex
from pathfinder.reports.export.csl import csl_json
from pathfinder.reports.export.evidence import evidence_csv
from pathfinder.reports.export.graphml import graphml
from pathfinder.reports.export.ris import ris


class Format(NamedTuple):
    """One kind of file."""

    file: str
    render: Callable[[CogniGraph], str]
    what: str


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "csv": Format("evidence.csv", evidence_csv, "export-evidence"),
        "csl": Format("sources.csl.json", csl_json, "export-csl"),
        "bibtex": Format("sources.bib", bibtex, "export-bibtex"),
        "ris": Format("sources.ris", ris, "export-ris"),
        "graphml": Format("graph.graphml", graphml, "export-graph"),
    }
)


def format_named(name: str) -> str | None:
    """The format that a word names: its name, its file, or how its file ends (`.bib`)."""
    for known, format_ in FORMATS.items():
        if name in (known, format_.file) or (name.startswith(".") and format_.file.endswith(name)):
            return known
    return None
