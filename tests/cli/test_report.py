"""`pathfinder report` on a real session: files in its folder, or one form on standard output."""

import json
from pathlib import Path

import pytest

from pathfinder.reports.content.judge_schema import report_schema
from tests.cli.shell import Inside, Ran
from tests.scenario.staged import on_disk
from tests.schemas import faults

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reports")
    on_disk(made / ".research")
    return made


def report(folder: Path, *arguments: str, **environ: str) -> Ran:
    shell = Inside(folder)
    shell.environ |= environ
    return shell("report", *arguments)


def session_of(folder: Path) -> Path:
    (found,) = (folder / ".research" / "sessions").iterdir()
    return found


def test_it_writes_the_forms_that_were_asked_for(folder: Path) -> None:
    result = report(folder, "--judge", "--format", "md,json")
    assert (result.returncode, result.stderr) == (0, "")
    kept = session_of(folder)
    text = (kept / "report.md").read_text(encoding="utf-8")
    assert text.startswith("# Investigation report: Do ground loops pay off in Velm?")
    assert f"- Session: {kept.name}" in text
    written = json.loads((kept / "report.json").read_text(encoding="utf-8"))
    assert faults(json.loads(report_schema()), written) == []
    assert written["metadata"]["session"] == kept.name
    assert any(seen["before"] or seen["after"] for seen in written["observations"]), (
        "quotes in their passages"
    )
    assert written["answer"] is None, "there is no key in tests"
    assert written["unwritten"] == "no language model is there to write an answer"
    assert all(said["cites"] for said in written["summary"]["answer"])
    judged = [one for told in written["timeline"] for one in told["happenings"] if one["kind"] == "judged"]
    assert judged, "the archives tell when verdicts were given"
    for name in ("report.md", "report.json"):
        assert f"Report: .research/sessions/{kept.name}/{name}" in result.stdout


def test_no_form_replaces_another(folder: Path) -> None:
    kept = session_of(folder)
    assert report(folder, "--judge", "--format", "md,html").returncode == 0
    whole = {name: (kept / name).read_bytes() for name in ("report.md", "report.html")}
    short = report(folder)
    assert f"{kept.name}/report-short.md" in short.stdout
    plain = report(folder, "--judge", "--plain", "--format", "md,html")
    assert f"{kept.name}/report-plain.html" in plain.stdout
    assert {name: (kept / name).read_bytes() for name in whole} == whole


def test_with_plain_no_writer_is_asked(folder: Path) -> None:
    result = report(folder, "--judge", "--plain", "--stdout", "--format", "json")
    told = json.loads(result.stdout)
    assert (told["answer"], told["unwritten"]) == (None, "")


def test_a_writer_that_cannot_be_had_costs_the_prose_and_not_the_report(folder: Path) -> None:
    result = report(folder, "--judge", "--stdout", "--model", "claude-of-old")
    assert result.returncode == 0
    assert "No Writer wrote this summary, code made it: " in result.stdout
    assert "ANTHROPIC_API_KEY" in result.stdout


def test_the_short_form_is_the_default_and_speaks_the_language_asked_for(folder: Path) -> None:
    result = report(folder, "--stdout", "--lang", "ko")
    assert result.returncode == 0
    assert result.stdout.startswith("# 보고서: ")
    assert "\n## 출처\n" in result.stdout
    assert "조사 메타데이터" not in result.stdout
    assert "pathfinder report --judge" in result.stdout


def test_the_schema_is_printed_without_a_session(tmp_path: Path) -> None:
    result = report(tmp_path, "--schema")
    assert (result.returncode, result.stdout, result.stderr) == (0, report_schema(), "")


def test_json_on_standard_output_is_one_object(folder: Path) -> None:
    result = report(folder, "--format", "json", "--stdout")
    assert json.loads(result.stdout)["format"] == 2
    assert result.stdout.isascii()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--format", "odt"), "'odt' is no format of a report; choose from md,html,json,docx,pdf."),
        (("--format", ""), "'' is no format of a report; choose from md,html,json,docx,pdf."),
        (("--brief", "--format", "json"), "--brief has no json; choose from md,html,docx,pdf."),
        (("--appendix",), "--appendix goes with --format pdf."),
        (
            ("--brief",),
            "This session has no written answer; `pathfinder report --judge` asks a model for one.",
        ),
        (("--format", "md,json", "--stdout"), "--stdout takes one --format, and has no file to --open."),
        (("--stdout", "--open"), "--stdout takes one --format, and has no file to --open."),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    folder: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    result = report(folder, *arguments)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"pathfinder: {sentence}\n")


def test_a_page_that_is_damaged_costs_its_passage_and_not_the_report(folder: Path) -> None:
    pages = sorted((session_of(folder) / "pages").glob("*.txt"))
    whole = pages[0].read_bytes()
    gone = pages[1].read_bytes()
    pages[0].write_bytes(whole + b"!")
    pages[1].unlink()
    try:
        result = report(folder)
    finally:
        pages[0].write_bytes(whole)
        pages[1].write_bytes(gone)
    assert result.returncode == 0
    assert "2 pages could not be read; their quotes are shown without the text around them." in result.stdout


def test_open_hands_the_file_to_what_the_user_chose(folder: Path, tmp_path: Path) -> None:
    opener = tmp_path / "opener"
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > "{tmp_path}/opened"\n', encoding="utf-8")
    opener.chmod(0o700)
    result = report(folder, "--format", "md", "--open", BROWSER=f"{opener} %s")
    assert result.returncode == 0
    opened = (tmp_path / "opened").read_text(encoding="utf-8")
    assert opened.startswith("file://")
    assert opened.endswith(f"{session_of(folder).name}/report-short.md")
