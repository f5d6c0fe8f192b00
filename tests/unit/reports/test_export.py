"""Exports are read back by the parsers that everybody has, and hold nothing that a program would run."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from datetime import UTC, datetime

import pytest

from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.export.bibtex import bibtex
from pathfinder.reports.export.csl import csl_json
from pathfinder.reports.export.evidence import HEAD, evidence_csv
from pathfinder.reports.export.formats import FORMATS, format_named
from pathfinder.reports.export.graphml import EDGE_KEYS, NODE_KEYS, graphml
from pathfinder.reports.export.references import issued, people, references
from pathfinder.reports.export.ris import ris
from tests.builders import a_graph, a_hypothesis, a_source
from tests.theses import a_session, said

NS = "{http://graphml.graphdrawing.org/xmlns}"
HOSTILE = 'a {brace} \\cmd 50% & #1 _x_ ~^ $5 "quoted", comma\nnew line\x00\x1b[2J <b> 한글'


def cited(*sources: dict[str, str]) -> CogniGraph:
    """A graph that cites these sources, one quote each."""
    made = [
        a_source(f"https://site{n}.example/p", **{"type_": "paper", **fields})
        for n, fields in enumerate(sources, start=1)
    ]
    stamped = [
        source.model_copy(update={"retrieved_at": datetime(2026, 11, 16, 3, tzinfo=UTC)}) for source in made
    ]
    edits = [
        edit
        for number, source in enumerate(stamped, start=1)
        for edit in said(number, {"hyp_A1": "SUPPORTS"}, f"quote {number}", source)
    ]
    return a_graph([("hyp_A1", a_hypothesis("It holds."))], *edits)


def rows(graph: CogniGraph) -> list[dict[str, str]]:
    text = evidence_csv(graph)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_the_table_has_a_row_for_each_link_and_reads_back() -> None:
    found = rows(a_session())
    assert tuple(found[0]) == HEAD
    assert [(row["observation"], row["hypothesis"], row["stance"]) for row in found[:4]] == [
        ("obs_1", "hyp_A1", "SUPPORTS"),
        ("obs_1", "hyp_B1", "SUPPORTS"),
        ("obs_2", "hyp_A1", "SUPPORTS"),
        ("obs_3", "hyp_A1", "CONTRADICTS"),
    ]
    by_name = {(row["observation"], row["hypothesis"]): row for row in found}
    one, other = by_name["obs_4", "hyp_A1"], by_name["obs_5", "hyp_A1"]
    assert one["voice"] == other["voice"] != by_name["obs_1", "hyp_A1"]["voice"]
    withdrawn = by_name["obs_8", "hyp_A1"]
    assert (withdrawn["authority"], withdrawn["retracted"]) == ("0.0", "the data were made up")


@pytest.mark.parametrize(
    "text", ["=HYPERLINK(1)", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "  =1", "＝1+1", "\u200b=1"]
)
def test_no_cell_is_a_formula(text: str) -> None:
    graph = a_graph(
        [("hyp_A1", a_hypothesis(text))],
        *said(1, {"hyp_A1": "SUPPORTS"}, text, a_source(title=text, author=text)),
    )
    for cell in rows(graph)[0].values():
        assert not cell.lstrip(" \t\r\n\u00a0\u3000\ufeff\u200b").startswith(("=", "+", "-", "@", "＝"))


def test_a_quote_with_commas_lines_and_korean_survives() -> None:
    quote = '한 줄, "두 줄"\n세 줄'
    graph = a_graph([("hyp_A1", a_hypothesis())], *said(1, {"hyp_A1": "SUPPORTS"}, quote, a_source()))
    assert rows(graph)[0]["quote"] == quote


def test_csl_items_have_the_fields_of_the_schema() -> None:
    graph = cited(
        {
            "title": "Loops",
            "author": "Kim, Minji; 박서준",
            "date": "2024-03-05",
            "doi": "10.1/x",
            "language": "ko",
        },
        {"type_": "news", "title": HOSTILE, "date": "2023"},
        {"retracted": "made up"},
    )
    first, second, third = json.loads(csl_json(graph))
    assert first["type"] == "article-journal"
    assert first["author"] == [{"family": "Kim", "given": "Minji"}, {"literal": "박서준"}]
    assert first["issued"] == {"date-parts": [[2024, 3, 5]]}
    assert first["accessed"] == {"date-parts": [[2026, 11, 16]]}
    assert (first["DOI"], first["language"], first["URL"]) == ("10.1/x", "ko", "https://site1.example/p")
    assert (second["type"], second["issued"]) == ("article-newspaper", {"date-parts": [[2023]]})
    assert third["status"] == "retracted: made up"
    assert len({item["id"] for item in (first, second, third)}) == 3


def parsed_bibtex(text: str) -> dict[str, dict[str, str]]:
    """Entries by key: braces are counted as BibTeX does, an escaped one is text."""
    entries: dict[str, dict[str, str]] = {}
    for found in re.finditer(r"^@(\w+)\{([^,\s]+),\n(.*?)\n\}$", text, re.DOTALL | re.MULTILINE):
        fields = {}
        for line in found[3].split("\n"):
            name, _, value = line.strip().rstrip(",").partition(" = ")
            bare = re.sub(r"\\(?:textbackslash|textasciitilde|textasciicircum)\{\}|\\[{}#$%&_]", "", value)
            assert bare.count("{") == bare.count("}"), value
            fields[name] = value
        assert found[2] not in entries
        entries[found[2]] = {"kind": found[1], **fields}
    return entries


def test_bibtex_entries_are_balanced_unique_and_escaped() -> None:
    same = {"title": "우물은 얼지 않는다", "author": "김민지", "date": "2024"}
    graph = cited(
        same, same, {"title": HOSTILE, "type_": "blog"}, {"title": HOSTILE, "type_": "blog", "site": "x"}
    )
    entries = parsed_bibtex(bibtex(graph))
    assert len(entries) == 4
    assert all(re.fullmatch(r"[a-z0-9-]+", key) for key in entries)
    first = next(iter(entries.values()))
    assert (first["author"], first["title"]) == ("{{김민지}}", "{{우물은 얼지 않는다}}")
    hostile = next(entry for entry in entries.values() if entry["kind"] == "misc")["title"]
    assert (
        r"\{brace\} \textbackslash{}cmd 50\% \& \#1 \_x\_ \textasciitilde{}\textasciicircum{} \$5" in hostile
    )
    assert "\x1b" not in hostile


def test_one_source_after_another_gets_a_key_of_its_own() -> None:
    alike = {"title": "Loops pay", "author": "Ek, A.", "date": "2024", "site": "same.example"}
    assert [known.key for known in references(cited(alike, alike, alike))] == [
        "ek2024loops",
        "ek2024loops-2",
        "ek2024loops-3",
    ]


def test_ris_records_are_tagged_lines_that_end() -> None:
    graph = cited(
        {
            "title": "Loops\nTY  - FAKE",
            "author": "Kim, Minji; Office of Soil",
            "date": "2024-03",
            "doi": "10.1/x",
        },
        {"type_": "official", "retracted": "made up", "title": "우물"},
    )
    text = ris(graph)
    records = [part for part in text.split("ER  - \r\n") if part.strip()]
    assert len(records) == 2
    tagged = [re.fullmatch(r"([A-Z][A-Z0-9])  - (.*)", line) for line in records[0].strip().split("\r\n")]
    assert all(tagged)
    values = [(line[1], line[2]) for line in tagged if line]
    assert values[0] == ("TY", "JOUR")
    assert ("TI", "Loops TY - FAKE") in values
    assert [value for tag, value in values if tag == "AU"] == ["Kim, Minji", "Office of Soil"]
    assert {("PY", "2024"), ("DA", "2024/03//"), ("Y2", "2026/11/16/"), ("DO", "10.1/x")} <= set(values)
    assert "N1  - Retracted: made up" in records[1]


def test_graphml_is_well_formed_typed_and_linked() -> None:
    root = ET.fromstring(graphml(a_session()))
    declared = {key.get("id"): key.get("attr.type") for key in root.iter(f"{NS}key")}
    assert len(declared) == len(NODE_KEYS) + len(EDGE_KEYS)
    nodes = {node.get("id"): node for node in root.iter(f"{NS}node")}
    assert {"hyp_A1", "obs_1"} <= nodes.keys()
    assert len(nodes) == 7 + 9 + 9
    for edge in root.iter(f"{NS}edge"):
        assert {edge.get("source"), edge.get("target")} <= nodes.keys()
    for data in root.iter(f"{NS}data"):
        type_, text = declared[data.get("key")], data.text or ""
        if type_ in ("double", "int"):
            float(text)
        elif type_ == "boolean":
            assert text in ("true", "false")
    relations = {data.text for data in root.iter(f"{NS}data") if data.get("key") == "edge_relation"}
    assert relations == {"SUPPORTS", "CONTRADICTS", "CONFLICTS", "QUOTED_FROM", "LED_TO"}


def test_graphml_holds_what_xml_cannot() -> None:
    graph = a_graph(
        [("hyp_A1", a_hypothesis(f"a\x00b\ufffe</data> {HOSTILE}"))],
        *said(1, {"hyp_A1": "SUPPORTS"}, "\x0b&<", a_source()),
    )
    root = ET.fromstring(graphml(graph))
    labels = [data.text or "" for data in root.iter(f"{NS}data") if data.get("key") == "node_label"]
    assert labels[0].startswith("a\ufffdb\ufffd</data>")


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("2024-03-05", (2024, 3, 5)),
        ("2024년 3월 5일", (2024, 3, 5)),
        ("March 2024", (2024,)),
        ("2024-13-45", (2024,)),
        ("soon", ()),
        ("", ()),
    ],
)
def test_dates_are_read_as_far_as_they_are_dates(written: str, parts: tuple[int, ...]) -> None:
    assert issued(written) == parts


def test_names_in_one_piece_are_not_torn() -> None:
    assert [one.shown for one in people("Kim, Minji; 박서준 and Office of Soil")] == [
        "Kim, Minji",
        "박서준",
        "Office of Soil",
    ]
    assert people("") == ()


def test_every_format_renders_a_graph_without_anything() -> None:
    for known in FORMATS.values():
        assert isinstance(known.render(CogniGraph(question="Q")), str)
    assert json.loads(FORMATS["csl"].render(CogniGraph(question="Q"))) == []


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("csv", "csv"),
        ("evidence.csv", "csv"),
        (".bib", "bibtex"),
        ("sources.csl.json", "csl"),
        ("xlsx", None),
    ],
)
def test_a_format_is_found_by_its_name_or_its_file(name: str, known: str | None) -> None:
    assert format_named(name) == known
