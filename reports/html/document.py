"""The file as a whole: one page that asks for nothing from outside, and a policy that forbids it to.

The policy names the one style and the two scripts by their hashes. Whatever else could come to run, it could
not; nor could the page load an image, open a connection, send a form, or take a string for markup.
"""

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.html.answer import answer, recommendations
from pathfinder.reports.html.conflicts import conflicts, refuted, reviews
from pathfinder.reports.html.findings import findings
from pathfinder.reports.html.markup import Html, el
from pathfinder.reports.html.picture import data_block, picture
from pathfinder.reports.html.record import cost, dropped, failures, metadata, sources, timeline, unknown
from pathfinder.reports.html.sections import Section, Telling, fold
from pathfinder.reports.html.written_answer import not_told

LIBRARY = "vendor/cytoscape.min.js"
STYLE_ID = "__________cytoscape_stylesheet"
"""The library puts a style of its own into a page that has none of this name; the policy would refuse it."""


@cache
def asset(name: str) -> str:
    """A file of this package."""
    return files("pathfinder.reports.html").joinpath(name).read_text(encoding="utf-8")


def document(report: JudgeReport) -> str:
    """The whole file."""
    tell = Telling(report)
    style, library, script = asset("report.css"), asset(LIBRARY), asset("report.js")
    title = f"{tell.w.investigation}: {report.metadata.question}"
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=policy(style, library, script)),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="referrer", content="no-referrer"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", title),
        _raw("style", style, id_=STYLE_ID),
    )
    scripts = (data_block(tell), _raw("script", library), _raw("script", script))
    page = el("html", head, el("body", *body(tell), *scripts), lang=report.language)
    return f"<!doctype html>\n{page.text}\n"


def page(title: str, lang: str, style: str, body: Sequence[Html]) -> str:
    """A page without scripts, under the same policy."""
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=policy(style)),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="referrer", content="no-referrer"),
        el("title", title),
        _raw("style", style),
    )
    return f"<!doctype html>\n{el('html', head, el('body', *body), lang=lang).text}\n"


@cache
def policy(style: str, *scripts: str) -> str:
    """Nothing, but for this style and these scripts."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {_hash(style)}",
            *((f"script-src {' '.join(_hash(script) for script in scripts)}",) if scripts else ()),
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _raw(tag: str, text: str, id_: str | None = None) -> Html:
    """A style or script of ours, as it is; its text may not end the element."""
    if f"</{tag}" in text.lower() or "<!--" in text:
        raise ValueError(f"A {tag} of the report holds what would end it.")
    opened = el(tag, id=id_).text.removesuffix(f"</{tag}>")
    return Html(f"{opened}{text}</{tag}>")


def body(tell: Telling) -> Sequence[Html]:
    """The report without its head: the answer, what stands behind it, and the contents."""
    first, folded = parts(tell)
    sections = [*first, *folded]
    u = tell.u
    top = el(
        "header",
        el("a", "Pathfinder", href="#answer", class_="brand"),
        el("span", tell.w.investigation, class_="under"),
        el(
            "span",
            el("button", "◐", type="button", id="theme", class_="plain", aria_label=u.theme, title=u.theme),
            el("button", u.print, type="button", id="print", class_="plain"),
            id="switches",
            hidden="",
        ),
        class_="top",
    )
    return (
        el("a", u.skip, href="#answer", class_="skip"),
        top,
        el(
            "div",
            _contents(tell, sections),
            el(
                "main",
                answer(tell),
                *(section(one) for one in first),
                _appendix(tell, folded) if folded else None,
                el("footer", el("p", u.made_by)),
            ),
            class_="layout",
        ),
    )


def parts(tell: Telling) -> tuple[list[Section], list[Section]]:
    """The sections after the answer, and those of the appendix."""
    behind = (conflicts(tell), reviews(tell), refuted(tell), picture(tell), timeline(tell), unknown(tell))
    record = (failures(tell), cost(tell), metadata(tell), dropped(tell))
    if tell.report.answer is None:
        return _there(recommendations(tell), findings(tell), *behind, sources(tell), *record), []
    first = _there(findings(tell), sources(tell))
    return first, _there(recommendations(tell), *behind, not_told(tell), *record)


def _there(*sections: Section | None) -> list[Section]:
    return [one for one in sections if one is not None]


def _appendix(tell: Telling, sections: Sequence[Section]) -> Html:
    """Everything that is not the answer, its verdicts or its sources: folded on the screen."""
    shown = (section(one) for one in sections)
    return fold(tell.w.appendix, *shown, class_="fold appendix", id_="appendix")


def _contents(tell: Telling, sections: Sequence[Section]) -> Html:
    links = [
        el("a", tell.w.summary, href="#answer"),
        *(el("a", one.title, href=f"#{one.id}") for one in sections),
    ]
    return el(
        "nav", el("ul", *(el("li", link) for link in links)), aria_label=tell.u.contents, class_="contents"
    )


def section(one: Section) -> Html:
    """A section under its heading."""
    return el(
        "section",
        el("h2", one.title, id=f"{one.id}-title"),
        one.body,
        id=one.id,
        aria_labelledby=f"{one.id}-title",
    )
