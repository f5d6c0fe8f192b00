"""The pages of a report as files: each asks for nothing from outside, and has a policy that forbids it to.

The policy names the style and the scripts of a page by their hashes. Nothing else could run; nor could the
page load an image, open a connection, send a form, or take a string for markup.
"""

import hashlib
from base64 import b64encode
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from pathfinder.protocols.ids import HypothesisId
from pathfinder.reports.content.answer import ReportAnswer, block_runs
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.html.happenings import happenings
from pathfinder.reports.html.picture import filters, picture_data
from pathfinder.reports.html.rendering import render
from pathfinder.reports.html.view import ReportView
from pathfinder.reports.locales.words import answer_words, judge_words

if TYPE_CHECKING:
    from markupsafe import Markup

    from pathfinder.reports.html.environment import Asset

STORED = "pages/{page}.txt"
"""Where the text of a page is, seen from a report in the folder of its session."""
MOST_PRINTED = 20
"""Sources on paper, where no written answer says which of them matter; the weightiest come first."""
LIBRARY = "vendor/cytoscape.min.js"
STYLE_ID = "__________cytoscape_stylesheet"
"""The library puts a style of its own into a page that has none of this name; the policy would refuse it."""


@cache
def asset(name: str) -> str:
    """A file of this package."""
    return files("pathfinder.reports.html").joinpath(name).read_text(encoding="utf-8")


def html_report(report: JudgeReport) -> str:
    """The whole report: the same report always gives the same bytes."""
    style, scripts = asset("report.css"), (asset(LIBRARY), asset("report.js"))
    view = ReportView(report)
    context = {
        "picture": picture_data(view),
        "policy": policy(style, *scripts),
        "style": _own(style),
        "style_id": STYLE_ID,
        "scripts": [_own(text) for text in scripts],
    }
    return render("report.html", report.language, _about(view) | context)


def report_body(
    report: JudgeReport,
    shown: Collection[HypothesisId] | None = None,
    finder: str = "",
    most_sources: int | None = None,
    more: str = "",
    stored: str = STORED,
) -> "tuple[Markup, dict[str, object]]":
    """The report without its head, for a page of the server; and what its script reads.

    `shown`: the findings that are listed, None for all. `finder` is markup that stands above them. Of more
    sources than `most_sources` the rest is behind a link to `more`. `stored` is where a stored page is.
    """
    from markupsafe import Markup

    view = ReportView(report, shown, most_sources, more)
    opened = {"findings"} if shown is not None else set[str]()
    context = _about(view) | {"finder": Markup(finder), "opened": opened, "stored": stored}
    return Markup(render("report_body.html", report.language, context)), picture_data(view)


def printed(report: JudgeReport, *, appendix: bool) -> str:
    """The page of a PDF: the answer and its sources; on request the verdicts, all sources and the record.

    Without a written answer: advice, findings, conflicts and the weightiest sources.
    """
    view = ReportView(report, most_sources=None if appendix else MOST_PRINTED)
    context = _about(view) | {"appendix_wanted": appendix}
    return page("sheet.html", report.metadata.question, report.language, "report.css", context)


def brief_page(report: JudgeReport, brief: ReportAnswer) -> str:
    """The brief as a page."""
    context = _about(ReportView(report)) | {"brief": brief}
    return page("brief.html", report.metadata.question, report.language, "report.css", context)


def page(template: str, title: str, language: str, css: str, context: Mapping[str, object]) -> str:
    """A page without scripts, under the same policy; `css` is a file of this package."""
    style = asset(css)
    head = {"title": title, "language": language, "style": _own(style), "policy": policy(style)}
    return render(template, language, {**context, **head})


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
def _own(text: str) -> "Asset":
    """A style or script of ours, as it is; its text may not end the element."""
    from pathfinder.reports.html.environment import Asset

    if any(end in text.lower() for end in ("</style", "</script", "<!--")):
        raise ValueError("A style or script of a page holds what would end it.")
    return Asset(text)


def _about(view: ReportView) -> dict[str, object]:
    """What the templates of a report read."""
    language = view.report.language
    sections, appendix = view.sections()
    return {
        "report": view.report,
        "view": view,
        "w": judge_words(language),
        "answer_words": answer_words(language),
        "blocks": block_runs,
        "sections": sections,
        "appendix": appendix,
        "opened": (),
        "stored": STORED,
        "counts": {"findings": len(view.report.findings), "sources": len(view.report.sources)},
        "filters": filters(view),
        "happenings": [(one, happenings(one, language)) for one in view.report.timeline],
    }
