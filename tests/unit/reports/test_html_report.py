"""report.html: one closed file that tells everything, and in which data is never more than text."""

import base64
import hashlib
import json
import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser
from itertools import count, cycle

import lxml.etree  # type: ignore[import-untyped]  # it ships no types
import lxml.html  # type: ignore[import-untyped]  # it ships no types
import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from pathfinder.protocols.answer.checks import check
from pathfinder.reports.content.judge_assembly import ReportContext, judge_report
from pathfinder.reports.html import html_report
from pathfinder.reports.html.document import asset
from pathfinder.reports.html.environment import environment, fill, translator
from pathfinder.reports.html.rendering import REPORTS, clean, web_address
from pathfinder.reports.html.view import FACTORS
from tests.answers import VENDOR, a_ground, a_sentence, an_answer, page_number
from tests.browser.hostile import PAYLOAD, hostile, naughty
from tests.browser.material import full_report, reworded, texts_in
from tests.judge_reports import a_judged_graph
from tests.judging import A1, against, voices, world
from tools.farm import ROOT
from tools.vendor_graph_library import FILES, FOLDER, VERSION, digest

HARMLESS = "plain words"
LIBRARY = asset("vendor/cytoscape.min.js")
STYLE = asset("report.css")


class Skeleton(HTMLParser):
    """Tags, names of attributes and nesting; and what a page could do harm with."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.shape: list[tuple[str, ...]] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        # The library and the style are ours, the same in every page: reading them 800 times shows nothing.
        self.feed(page.replace(LIBRARY, "").replace(STYLE, ""))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shape.append((tag, *(name for name, _ in attrs)))
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action", "srcdoc")]
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        self.shape.append((f"/{tag}",))

    def handle_comment(self, data: str) -> None:
        self.shape.append(("comment", data))

    def handle_decl(self, decl: str) -> None:
        self.shape.append(("declaration", decl))

    def handle_pi(self, data: str) -> None:
        self.shape.append(("instruction", data))


def tree_shape(page: str) -> list[tuple[object, ...]]:
    """The same by lxml, which builds a tree and mends what is badly nested."""
    root = lxml.html.document_fromstring(page.replace(LIBRARY, "").replace(STYLE, "").encode())
    shape: list[tuple[object, ...]] = []
    for event, one in lxml.etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        shape.append(("/",) if event == "end" else (str(one.tag), *one.attrib))
    return shape


@pytest.fixture(scope="module")
def page() -> str:
    return html_report(full_report())


@pytest.mark.slow
@pytest.mark.parametrize("share", range(4))
def test_no_string_in_any_field_changes_the_skeleton_of_the_page(share: int) -> None:
    report = full_report()
    assert texts_in(report) > 150
    calm = html_report(reworded(report, lambda: HARMLESS))
    shape, tree = Skeleton(calm).shape, tree_shape(calm)
    strings = [*naughty(), *hostile()]
    assert len(strings) > 800
    for text in strings[share::4]:
        shown = html_report(reworded(report, lambda text=text: text))  # type: ignore[misc]  # bound now
        seen = Skeleton(shown)
        assert seen.shape == shape, text
        assert tree_shape(shown) == tree, text
        ours = "#|https?://|pages/[0-9a-f]{64}[.]txt$"
        assert all(re.match(ours, link, re.IGNORECASE) for link in seen.links), text


def test_different_strings_in_neighbouring_fields_do_not_work_together() -> None:
    report = full_report("ko")
    # As many different words as there are strings: what is the same word for word is told together.
    names = count()
    calm = Skeleton(html_report(reworded(report, lambda: f"{HARMLESS} {next(names)}"))).shape
    strings = [*hostile(seed=7), *naughty()]
    for start in range(0, len(strings), 40):
        turn = cycle(strings[start:] + strings[:start])
        shape = Skeleton(html_report(reworded(report, lambda turn=turn: next(turn)))).shape  # type: ignore[misc]  # bound now
        assert shape == calm


def test_text_is_shown_as_it_is_without_hidden_marks() -> None:
    text = f"a <b>&amp;</b> \u202eturned\u2069 \0nul {PAYLOAD}"
    shown = html_report(reworded(full_report(), lambda: text))
    body = lxml.html.document_fromstring(shown.encode()).xpath("string(//h1)")
    assert body == f"a <b>&amp;</b> turned nul {PAYLOAD}"
    assert not re.search("[\u202a-\u202e\u2066-\u2069\0]", shown)


def test_the_policy_allows_this_style_and_these_scripts_and_nothing_else(page: str) -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    told = dict(part.strip().split(" ", 1) for part in unescape(policy[1]).split(";"))
    assert told["default-src"] == "'none'"
    assert told.keys() == {
        "default-src", "style-src", "script-src", "base-uri", "form-action", "require-trusted-types-for",
        "trusted-types",
    }  # fmt: skip
    styles = re.findall(r"<style[^>]*>(.*?)</style>", page, re.DOTALL)
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert told["style-src"].split() == [_hash(text) for text in styles]
    assert told["script-src"].split() == [_hash(text) for text in scripts]
    assert (len(styles), len(scripts)) == (1, 2)
    # The policy stands before everything that it is to hold for.
    assert policy.start() < page.index("<style") < page.index("<script")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_page_has_no_handler_no_style_attribute_and_loads_nothing(page: str) -> None:
    names = {name for tag, *rest in Skeleton(page).shape for name in rest if tag not in ("comment",)}
    assert not [name for name in names if name.startswith("on") or name in ("style", "src", "srcset")]
    assert not re.search(r"url\(|@import", STYLE)
    own = asset("report.js")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|fetch\(|XMLHttp", own)


def test_the_data_block_can_neither_end_early_nor_lose_a_character() -> None:
    text = "</script><!--<script>\u2028& 한글 \U0001f3d8"
    shown = html_report(reworded(full_report(), lambda: text))
    block = re.search(r'<script type="application/json" id="data">(.*?)</script>', shown, re.DOTALL)
    assert block is not None
    assert not set(block[1]) & set("<>&")
    assert block[1].isascii()
    assert {node["text"] for node in json.loads(block[1])["nodes"]} == {clean(text)}


def test_every_link_inside_the_page_has_a_target_and_every_id_is_one(page: str) -> None:
    seen = Skeleton(page)
    assert [name for name, count in Counter(seen.ids).items() if count > 1] == []
    inside = {link[1:] for link in seen.links if link.startswith("#")}
    assert inside - set(seen.ids) == set()


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "https://a.example/\n",
        "data:text/html,x",
        "https://a@b.example/",
        "//a.example",
    ],
)
def test_only_a_plain_address_of_the_web_becomes_a_link(url: str) -> None:
    assert web_address(url, "#source-1") == "#source-1"
    assert web_address("https://a.example:8080/b?c=d#e", "#source-1") == "https://a.example:8080/b?c=d#e"


def test_a_document_of_the_reader_opens_the_text_that_was_stored_of_it() -> None:
    first, *others = full_report().sources
    own = first.model_copy(update={"url": "file:notes/roofs.md"})
    tree = lxml.html.document_fromstring(html_report(full_report(sources=(own, *others))).encode())
    assert tree.xpath("//a[@class='address'][text()='file:notes/roofs.md']/@href") == [
        f"pages/{own.page}.txt"
    ]


def test_the_answer_comes_first_and_says_when_it_is_not_settled(page: str) -> None:
    words = lxml.html.document_fromstring(page.encode()).xpath("string(//main)")
    assert words.index("Not settled.") < words.index("Roofs of glass") < words.index("Recommendations")


def test_without_evidence_the_page_says_so_before_anything_else() -> None:
    tree = lxml.html.document_fromstring(html_report(full_report(has_evidence=False)).encode())
    assert tree.xpath("string(//section[@id='answer']/p[@class='alarm'])").startswith("No evidence was found")
    assert tree.xpath("count(//p[@class='conclusion'])") == 0


def test_a_finding_opens_to_its_quote_marked_in_its_passage_with_source_and_voice(page: str) -> None:
    tree = lxml.html.document_fromstring(page.encode())
    (card,) = tree.xpath("//article[@id='hyp_A1.obs_1']")
    assert card.xpath("string(.//blockquote)").startswith(
        "… All summer we measured. it was 1.9 degrees cooler"
    )
    assert card.xpath("string(.//mark)") == "it was 1.9 degrees cooler at noon"
    told = card.text_content()
    for part in (
        "Page 1 on roofs",
        "paper",
        "authority 0.90",
        "weight 0.5",
        "indirect",
        "independent source v1",
        "counts",
    ):
        assert part in told, part
    (copy,) = tree.xpath("//article[@id='hyp_A1.obs_2']")
    assert "one independent source with obs_1, which counts" in copy.text_content()
    (gone,) = tree.xpath("//article[@id='hyp_A1.obs_3']")
    assert "retracted" in gone.text_content()
    assert "has no weight" in gone.text_content()


def test_a_claim_that_is_judged_not_so_is_never_called_only_confirmed(page: str) -> None:
    tree = lxml.html.document_fromstring(page.encode())
    (row,) = tree.xpath("//details[@id='hyp_A2']/summary")
    assert "Confirmed: not so" in row.text_content()


def test_each_term_of_a_strength_is_shown_and_they_add_up() -> None:
    graph = world(*voices("paper", "news"), *against("blog"))
    report = judge_report(graph)
    (known,) = [one for one in report.findings if one.id == A1]
    for term in known.reckoning.terms:
        sign = 1 if term.side == "for" else -1
        assert term.change == pytest.approx(sign * term.authority * term.weight * FACTORS[term.side])
    tree = lxml.html.document_fromstring(html_report(report).encode())
    cells = tree.xpath(f"//details[@id='{A1}.strength']//tr/td[last()]")
    *terms, total = [float(cell.text_content()) for cell in cells]
    assert len(terms) == 2 + len(known.reckoning.terms)
    assert sum(terms) == pytest.approx(total) == pytest.approx(known.reckoning.total)


@pytest.mark.parametrize(
    ("question", "not_so"), [("Does straw cool the soil?", "Not so:"), ("짚이 땅을 식히는가?", "사실 아님:")]
)
def test_what_is_settled_the_other_way_says_so_where_the_answer_stands(question: str, not_so: str) -> None:
    graph = a_judged_graph().model_copy(update={"question": question})
    tree = lxml.html.document_fromstring(html_report(judge_report(graph)).encode())
    rows = [row.text_content() for row in tree.xpath("//section[@id='answer']//li")]
    (denied,) = (row for row in rows if "hyp_A3" in row)
    assert denied.startswith(not_so)
    assert not any(row.startswith(not_so) for row in rows if "hyp_A3" not in row)


def test_what_a_claim_lacks_is_told_in_korean_too() -> None:
    graph = world(*voices("forum")).model_copy(update={"question": "짚이 땅을 식히는가?"})
    (told,) = (one.not_verified_because for one in judge_report(graph).findings if one.id == A1)
    assert told == (
        "강도가 0.5000로 기준 0.65에 못 미침",
        "조사 0회 (필요 2회)",
        "신뢰할 수 있는 지지 목소리가 없음",
    )
    assert all(text in html_report(judge_report(graph)) for text in told)


def test_the_strength_chart_has_a_point_for_each_move_and_tells_them_in_words(page: str) -> None:
    tree = lxml.html.document_fromstring(page.encode())
    (chart,) = tree.xpath("//details[@id='hyp_A1']//*[@class='chart']")
    assert len(chart.xpath(".//*[@class='dot']")) == 2
    assert "0.50 after iteration 0" in chart.xpath("string(./title)")


def test_both_sides_of_a_conflict_stand_beside_each_other_and_a_settled_one_has_its_conditions(
    page: str,
) -> None:
    tree = lxml.html.document_fromstring(page.encode())
    first, _, settled, _ = tree.xpath("//section[@id='conflicts']/article")
    assert len(first.xpath(".//div[@class='sides']/div")) == 2
    assert "Both hold, each under its condition" in settled.text_content()
    for condition in ("in the dry months", "in the humid months"):
        assert condition in settled.text_content()


def test_the_page_speaks_the_language_of_the_report() -> None:
    tree = lxml.html.document_fromstring(html_report(full_report("ko")).encode())
    assert tree.get("lang") == "ko"
    heads = [one.text_content() for one in tree.xpath("//h2 | //h3 | //button | //legend | //th")]
    latin = [text for text in heads if re.search("[A-Za-z]{4}", text)]
    assert set(latin) <= {"CogniGraph"}


def test_the_same_report_gives_the_same_bytes(page: str) -> None:
    assert html_report(full_report()) == page


def test_a_template_escapes_everything_it_is_given() -> None:
    made = environment(REPORTS).from_string('<p title="{{ text }}">{{ text }}</p>')
    text = '"<i>\u202e\0'
    assert made.render(text=text) == '<p title="&#34;&lt;i&gt;">&#34;&lt;i&gt;</p>'
    with pytest.raises(UndefinedError):
        made.render(txt=text)


def test_a_sentence_takes_markup_and_escapes_the_text_beside_it() -> None:
    bold = Markup("<b>x</b>")
    assert fill("{a} & {b}", a="<", b=bold) == "&lt; &amp; <b>x</b>"
    t = translator("en")
    hidden = "<i>\x010\x01"
    told = t("html-happened-moved", names=bold, before=hidden, after="")
    assert told == "<b>x</b>: strength &lt;i&gt;0 → "
    assert isinstance(told, Markup)
    assert not isinstance(t("html-happened-moved", names=str(bold), before=hidden, after=""), Markup)


def test_a_template_marks_nothing_as_safe() -> None:
    for folder in (ROOT / "reports" / "html" / "templates", ROOT / "serve" / "templates"):
        templates = sorted(folder.glob("*.html"))
        assert templates
        for path in templates:
            assert not re.search(r"\|\s*safe|autoescape|Markup", path.read_text(encoding="utf-8")), path.name


def test_the_graph_library_is_the_pinned_one_and_its_licence_is_kept() -> None:
    for name, pinned in FILES.values():
        assert digest((FOLDER / name).read_bytes()) == pinned
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert f"Cytoscape.js {VERSION}" in notice
    assert "Permission is hereby granted, free of charge" in LIBRARY


def an_answered_page() -> str:
    ground = a_ground()
    own = (page_number(ground, VENDOR), "Nobody should need a broker.")
    written = an_answer(
        a_sentence("It is 463 a second.", "obs_3", derived=("40M/86400=463",)),
        a_sentence("A vendor is sure.", quotes=(own,)),
        recommendations=(a_sentence("Use <b>one</b> database.", "obs_1"),),
        unknown=({"text": "The price is not known.", "query": "What does a broker cost?"},),
    )
    kept = check(ground, written).kept.model_copy(update={"written_by": "a model"})
    return html_report(judge_report(ground.graph, ReportContext(answer=kept)))


def test_a_written_answer_is_the_first_page_and_the_rest_is_folded() -> None:
    page = an_answered_page()
    first, _, rest = page.partition('<details class="folded" id="findings"')
    assert "One database is enough" in first
    assert "Use &lt;b&gt;one&lt;/b&gt; database" in first
    assert "calculated: 40M/86400=463" in first
    assert "What does a broker cost?" in first
    assert '<details class="fold appendix" id="appendix">' in rest
    assert rest.index('id="sources"') < rest.index('id="appendix"') < rest.index('id="cost"')


def test_every_number_of_an_answer_leads_to_its_quote() -> None:
    page = an_answered_page()
    wanted = set(re.findall(r'href="#(quote-[0-9a-z]+)"', page))
    assert {"quote-1a", "quote-1b"} <= wanted
    assert wanted <= set(re.findall(r'id="(quote-[0-9a-z]+)"', page))
