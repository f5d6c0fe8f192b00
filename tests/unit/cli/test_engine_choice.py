"""Which engines a run uses, what it says when there are none, and what may leave the machine."""

from datetime import date
from io import StringIO
from pathlib import Path

import pytest

from pathfinder.adapters.metering.searches import EngineSet
from pathfinder.adapters.search.engines import search_engines
from pathfinder.cli.settings.consent import consented
from pathfinder.cli.settings.options import Flags
from pathfinder.cli.settings.saved_flags import SavedFlags
from pathfinder.config import Config
from pathfinder.consent import what_leaves
from pathfinder.protocols.errors import KeyRefused, UserError
from pathfinder.reports.markdown.summary import Tongue
from pathfinder.run_config import RunConfig
from pathfinder.search_access import engines_wanted, search_setup

ANTHROPIC = {"ANTHROPIC_API_KEY": "sk-ant-1"}
EXA = {"EXA_API_KEY": "exa-1"}
HERE = {"ANTHROPIC_BASE_URL": "http://127.0.0.1:11434"}


def asked(
    environ: dict[str, str], engine: str | None = None, docs: Path | None = None, **search: object
) -> RunConfig:
    settings = Config.model_validate({"search": {"engine": engine, **search}})
    return RunConfig.from_settings(settings, environ=environ, docs=docs)


def plan(config: RunConfig) -> EngineSet:
    names = engines_wanted(config)
    return search_engines(tuple(name for name in names if name != "local"), search_setup(config), None).plan


def test_without_a_word_documents_are_searched_alone_and_a_key_opens_the_web(tmp_path: Path) -> None:
    assert engines_wanted(asked(ANTHROPIC, docs=tmp_path)) == ("local",)
    assert engines_wanted(asked(ANTHROPIC | EXA)) == ("claude",)
    assert engines_wanted(asked(EXA)) == ("exa",)
    assert engines_wanted(asked({}, searxng={"base_url": "http://127.0.0.1:8080"})) == ("searxng",)
    # A server of one's own has no web search, unless it is asked for by name.
    assert engines_wanted(asked(ANTHROPIC | HERE | EXA)) == ("exa",)


def papers(
    environ: dict[str, str],
    enabled: object,
    engine: str | None = None,
    docs: Path | None = None,
    **academic: object,
) -> RunConfig:
    settings = {"search": {"engine": engine}, "academic": {"enabled": enabled, **academic}}
    return RunConfig.from_settings(Config.model_validate(settings), environ=environ, docs=docs)


def test_academic_enabled_brings_papers_without_being_named_as_an_engine() -> None:
    assert engines_wanted(papers(ANTHROPIC, True)) == ("claude", "academic")
    assert engines_wanted(papers(ANTHROPIC | EXA, True, "hybrid")) == ("hybrid", "academic")
    assert engines_wanted(papers(ANTHROPIC, True, "local+claude")) == ("local", "claude", "academic")
    assert engines_wanted(papers({}, True)) == ("academic",), "papers need no key"
    assert engines_wanted(papers(ANTHROPIC, True, "academic")) == ("academic",)
    found = {engine.engine for engine in plan(papers(ANTHROPIC, True)).together}
    assert found >= {"claude", "arxiv"}


def test_papers_stay_away_where_they_are_not_wanted(tmp_path: Path) -> None:
    for enabled in (None, False):
        assert engines_wanted(papers(ANTHROPIC, enabled)) == ("claude",)
    assert engines_wanted(papers(ANTHROPIC, True, docs=tmp_path)) == ("local",), "documents stay alone"
    assert engines_wanted(papers(ANTHROPIC, True, "local", docs=tmp_path)) == ("local",)
    assert engines_wanted(papers(ANTHROPIC, True, sources=())) == ("claude",)
    with pytest.raises(UserError):
        plan(papers({}, False, "academic"))


def test_with_nothing_the_sentence_says_what_is_possible() -> None:
    with pytest.raises(UserError, match=r"--docs.*--engine academic.*EXA_API_KEY.*searxng") as caught:
        engines_wanted(asked({}))
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("engine", "environ", "said", "exit_code"),
    [
        ("claude", {}, "needs a key: set ANTHROPIC_API_KEY", 5),
        ("exa", ANTHROPIC, "needs a key: set EXA_API_KEY", 5),
        ("hybrid", ANTHROPIC, "hybrid needs a key: set EXA_API_KEY", 5),
        ("hybrid", EXA, "hybrid needs a key: set ANTHROPIC_API_KEY", 5),
        ("searxng", {}, r"needs search\.searxng\.base_url", 2),
    ],
)
def test_an_engine_that_cannot_be_used_says_what_it_lacks(
    engine: str, environ: dict[str, str], said: str, exit_code: int
) -> None:
    with pytest.raises((UserError, KeyRefused), match=said) as caught:
        plan(asked(environ, engine))
    assert caught.value.exit_code == exit_code


def test_engines_combine_and_the_rest_stands_by() -> None:
    both = plan(asked(ANTHROPIC | EXA, "hybrid+academic"))
    names = [engine.engine for engine in both.together]
    assert names == ["claude", "exa", "arxiv", "semantic_scholar", "openalex", "crossref"]
    assert both.engine == "hybrid+academic"
    one = plan(asked(ANTHROPIC | EXA, "claude"))
    assert [engine.engine for engine in one.instead] == ["exa"]
    assert plan(asked(ANTHROPIC | EXA, "claude", fallback=False)).instead == ()
    # Papers alone are asked of nobody who costs money.
    assert plan(asked(ANTHROPIC | EXA, "academic")).instead == ()


def test_days_in_the_wrong_order_are_one_sentence() -> None:
    known = RunConfig(since=date(2025, 1, 1), until=date(2024, 1, 1))
    with pytest.raises(UserError, match="--from"):
        search_setup(known)


def test_what_leaves_is_told_engine_by_engine(tmp_path: Path) -> None:
    assert what_leaves(asked({}, docs=tmp_path)) == []
    assert what_leaves(asked(HERE, docs=tmp_path)) == []
    assert len(what_leaves(asked(ANTHROPIC, docs=tmp_path))) == 1
    assert len(what_leaves(asked(ANTHROPIC, "academic", docs=tmp_path))) == 2
    assert len(what_leaves(asked({}, "academic", docs=tmp_path))) == 1


def test_where_nobody_can_be_asked_documents_stay_at_home(tmp_path: Path) -> None:
    known, chosen = asked({}, "academic", docs=tmp_path), SavedFlags(docs=str(tmp_path))
    with pytest.raises(UserError, match="--allow-remote"):
        consented(known, chosen, None)
    agreed = chosen.over(Flags(allow_remote=True))
    assert consented(known, agreed, None) == agreed
    assert consented(asked({}, "academic"), SavedFlags(), None) == SavedFlags()


@pytest.mark.parametrize(("speak", "word"), [("en", "search engines"), ("ko", "검색 엔진")])
def test_somebody_who_is_there_is_asked_once_in_his_language(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    speak: Tongue,
    word: str,
) -> None:
    known, chosen = asked({}, "academic", docs=tmp_path), SavedFlags(docs=str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO("y\nn\n"))
    agreed = consented(known, chosen, speak)
    assert word in capsys.readouterr().out
    assert consented(known, agreed, speak) == agreed
    with pytest.raises(UserError, match="Nothing was sent"):
        consented(known, chosen, speak)
