"""The examples of docs/library.md run as they stand, one after the other."""

import re
from pathlib import Path

import pytest

NOTES = {
    "trial.md": "# Ground loops in Velm\n\nIn a trial of 40 houses, ground loops cut the heating bill by 41 "
    "per cent in the first winter. Ground loops cost 9,000 euros for a house of that size.\n",
    "survey.md": "# A survey of ground loops\n\nA survey of 300 owners found that ground loops reduced the "
    "heating bill by about two fifths. Owners paid between 8,000 and 10,000 euros for ground loops.\n",
}
PAGE = Path(__file__).parents[2] / "docs" / "library.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.slow
def test_the_examples_of_the_library_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes").mkdir()
    for name, text in NOTES.items():
        (tmp_path / "notes" / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    examples = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    assert len(examples) == 3
    names: dict[str, object] = {"__name__": "example"}
    for number, example in enumerate(examples, start=1):
        exec(compile(example, f"{PAGE.name} example {number}", "exec"), names)
    assert "9,000 euros" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert (tmp_path / "home" / "sessions").is_dir()
