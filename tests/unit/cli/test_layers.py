"""Settings: which of two values counts, and what is said of a wrong one."""

import json
from pathlib import Path
from typing import Any

import pytest

from pathfinder.adapters.models.settings import DEFAULT_SEATS
from pathfinder.cli.commands.config import config_file, reference_page
from pathfinder.cli.settings.layers import Resolved, flat, leaves, meaning, resolve, variable
from pathfinder.config import Config
from pathfinder.protocols.errors import UserError
from tests.cli.config_page import PAGE

DEPTH = "research.search_depth"


def resolved(folder: Path, text: str = "{}", **more: Any) -> Resolved:
    """As `--config` names it: what the user has named needs no permission."""
    file = folder / "config.json"
    file.write_text(text, encoding="utf-8")
    return resolve(folder, more.pop("environ", {}), file=file, **more)


def test_the_later_of_default_file_environment_session_and_flag_counts(tmp_path: Path) -> None:
    text = json.dumps({"research": {"search_depth": "deep"}})
    environ = {"PATHFINDER_RESEARCH_SEARCH_DEPTH": "shallow"}
    assert resolve(tmp_path, {}).origins[DEPTH] == "default"
    assert resolved(tmp_path, text).config.research.search_depth == "deep"
    above = resolved(tmp_path, text, environ=environ)
    assert (above.config.research.search_depth, above.origins[DEPTH]) == ("shallow", "environment")
    above = resolved(tmp_path, text, environ=environ, session={DEPTH: "medium"})
    assert (above.config.research.search_depth, above.origins[DEPTH]) == ("medium", "session")
    above = resolved(tmp_path, text, environ=environ, session={DEPTH: "medium"}, flags={DEPTH: "deep"})
    assert (above.config.research.search_depth, above.origins[DEPTH]) == ("deep", "flag")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"research": {"parallel_count": 30}}', "research.parallel_count"),
        ('{"research": {"parallel_count": true}}', "valid integer"),
        ('{"research": {"budget_usd": NaN}}', "research.budget_usd"),
        ('{"research": 3}', "takes an object"),
        ('{"research": {}, "research": {}}', "twice"),
        ('{"sources": [{"place": "kr", "type": "paper"}]}', "public suffix"),
        ('{"models": {"lead": {"name": ""}}}', "models.lead.name"),
        ("[]", "one object"),
        ('{"research"}', "line 1"),
        ("[" * 100_000, "was not taken"),
        (f'{{"research": {{"max_iterations": {"9" * 5_000}}}}}', "too long"),
        ('{"research": {"budget_usd": 1e999}}', "research.budget_usd"),
        ('{"models": {"prices": {"m": {"input": 1e999999, "output": 1}}}}', "models.prices.m.input"),
    ],
)
def test_a_wrong_file_is_one_sentence_with_the_place(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(UserError) as told:
        resolved(tmp_path, text)
    assert words in str(told.value)
    assert "config.json" in str(told.value)
    assert str(told.value).count("\n") == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '{"research": {"paralel_count": 3}}',
            "research.paralel_count; did you mean research.parallel_count.",
        ),
        ('{"reserch": {}}', "reserch; did you mean research."),
        ('{"parallel_count": 3}', "parallel_count; did you mean research.parallel_count."),
        ('{"search": {"exa": {"zzz": 3}}}', "search.exa.zzz; `pathfinder config show` lists what there is."),
        (json.dumps({f"x{n}": n for n in range(8)}), "x0, x1, x2, x3, x4 and 3 more; "),
    ],
)
def test_keys_that_are_no_setting_are_ignored_with_one_warning(tmp_path: Path, text: str, words: str) -> None:
    found = resolved(tmp_path, text)
    assert found.config == Config()
    [warning] = found.warnings
    assert words in warning
    assert "config.json" in warning


def test_the_config_file_of_the_source_documents_is_taken(tmp_path: Path) -> None:
    text = """{
      "search": {
        "engine": "claude", "parallel_count": 4, "fallback": true, // a comment
        "claude": {"enabled": true, "fetch_content": false},
        "exa": {"enabled": false, "api_key_env": "EXA_API_KEY", "search_type": "neural",
                "results_per_query": 10, "include_contents": true}
      },
      "academic": {
        "enabled": true, "sources": ["arxiv", "semantic_scholar", "pubmed", "openalex"],
        "auto_download_pdf": true, "max_papers_per_query": 5,
        "arxiv": {"enabled": true, "categories": ["cs.AI"]},
        "semantic_scholar": {"enabled": true, "api_key_env": "S2_API_KEY", "include_tldr": true,
                             "include_citations": true},
        "pubmed": {"enabled": false}
      },
      "research": {"max_iterations": 100, "thinking_framework": "scientific", "auto_stop": false}
    }"""
    found = resolved(tmp_path, text)
    assert found.warnings == ()
    assert found.config.research.parallel_count == 4
    assert found.config.search.fetch_content is False
    assert found.origins["research.parallel_count"] == "file"


def test_a_key_in_the_wrong_place_is_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(UserError) as told:
        resolved(tmp_path, '{"search": {"exa": {"api_key_env": "sk-secret-1"}}}')
    assert "never the key itself" in str(told.value)
    assert "sk-secret-1" not in str(told.value)


def test_a_variable_of_ours_that_is_no_setting_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="did you mean PATHFINDER_RESEARCH_BUDGET_USD"):
        resolve(tmp_path, {"PATHFINDER_RESEARCH_BUDGETUSD": "3"})
    with pytest.raises(UserError, match="PATHFINDER_RESEARCH_BUDGET_USD was not taken"):
        resolve(tmp_path, {"PATHFINDER_RESEARCH_BUDGET_USD": "plenty"})
    assert resolve(tmp_path, {"PATHFINDER_HOME": "x", "PATHFINDER": "y"}).config == Config()


def test_variables_are_read_as_the_type_of_their_setting(tmp_path: Path) -> None:
    environ = {
        "PATHFINDER_RESEARCH_BUDGET_USD": "3.5",
        "PATHFINDER_RESEARCH_AUTO_STOP": "true",
        "PATHFINDER_MODELS_ALL": "5",
        "PATHFINDER_SEARCH_DOMAINS_BLOCK": '["a.org"]',
        "PATHFINDER_MODELS_PRICES": '{"5": {"input": 1, "output": 2}}',
    }
    known = resolve(tmp_path, environ).config
    assert (known.research.budget_usd, known.research.auto_stop) == (3.5, True)
    assert (known.models.all, known.search.domains.block) == ("5", ("a.org",))
    assert known.models.prices["5"].output == 2


def test_exas_keyword_search_is_read_as_auto_with_a_warning(tmp_path: Path) -> None:
    known = resolved(tmp_path, '{"search": {"exa": {"search_type": "keyword"}}}')
    assert known.config.search.exa.search_type == "auto"
    assert "auto is used" in known.warnings[0]


def test_one_word_about_a_role_leaves_the_rest_of_it(tmp_path: Path) -> None:
    known = resolved(tmp_path, '{"models": {"lead": {"effort": "max"}}}').config.models
    usual = DEFAULT_SEATS["lead"]
    assert known.seats()["lead"] == usual.model_copy(update={"effort": "max"})
    assert Config().models.seats() == dict(DEFAULT_SEATS)
    one = resolved(tmp_path, '{"models": {"all": "mine"}}').config.models
    assert {seat.model for seat in one.seats().values()} == {"mine"}


def test_what_init_writes_changes_nothing_and_every_line_can_be_switched_on(tmp_path: Path) -> None:
    text = config_file()
    assert resolved(tmp_path, text).config == Config()
    assert set(resolved(tmp_path, text).origins.values()) == {"default"}
    switched = "\n".join(
        row.replace("// ", "", 1) if row.strip().startswith('// "') else row for row in text.splitlines()
    )
    known = resolved(tmp_path, switched)
    assert known.config == Config()
    assert set(known.origins.values()) == {"file"}


def test_a_slash_in_a_string_is_no_comment(tmp_path: Path) -> None:
    text = '{"search": {"searxng": {"base_url": "http://127.0.0.1:8080"}}} // mine'
    assert resolved(tmp_path, text).config.search.searxng.base_url == "http://127.0.0.1:8080"


def test_every_setting_says_what_it_means_and_has_a_variable_of_its_own() -> None:
    paths = [path for path, _ in leaves()]
    assert len({variable(path) for path in paths}) == len(paths)
    assert [path for path, field in leaves() if not meaning(path, field)] == []
    assert [path for path, _ in flat(Config().model_dump(mode="json"))] == paths


def test_the_reference_page_is_made_from_the_types() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference_page()


def test_a_preset_is_a_table_of_seats_under_what_the_user_says(tmp_path: Path) -> None:
    def models(written: str, *, quick: bool = False) -> dict[str, str]:
        known = resolved(tmp_path, written).config.models.seats(quick=quick)
        return {name: seat.model for name, seat in known.items()}

    cheap, middle, strong = "claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"
    balanced = models("{}")
    reading = ("explorer.read", "explorer.choose", "explorer.conclude", "judge.facets", "lead.brief")
    assert {balanced[call] for call in reading} == {cheap}
    assert {balanced[call] for call in ("lead.decompose", "judge.audit", "thinker", "writer.answer")} == {
        middle
    }
    economy = models('{"models": {"preset": "economy"}}')
    assert set(economy.values()) == {cheap}
    best = models('{"models": {"preset": "best"}}')
    assert {best[call] for call in ("lead.decompose", "judge.audit", "writer.answer")} == {strong}
    assert (best["explorer.conclude"], best["explorer.read"]) == (middle, cheap)
    # A quick run is one on the cheap preset, unless another was named.
    assert models("{}", quick=True) == economy
    assert models('{"models": {"preset": "best"}}', quick=True) == best
    # A role counts for all its calls, a call for itself.
    mine = models('{"models": {"explorer": {"name": "a"}, "explorer_read": {"name": "ollama:b"}}}')
    assert (mine["explorer.conclude"], mine["explorer.choose"]) == ("a", "a")
    assert (mine["explorer.read"], mine["writer.answer"]) == ("ollama:b", middle)
