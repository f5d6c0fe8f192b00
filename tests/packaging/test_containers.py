"""The image and the compose files: what can be said of them where no container engine runs."""

import re
import shlex
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package of their own
from typer.testing import CliRunner

from pathfinder.adapters.search.settings import SearchSettings
from pathfinder.adapters.storage.postgres.dispatch import WorkerTiming
from pathfinder.cli import main
from tools.farm import ROOT, packages
from tools.image import command, context, stages

FILES = ("compose.yaml", "compose.fleet.yaml")
PINNED = re.compile(r"[\w./-]+:\d[\w.]*\d[\w.-]*")
PORT = "8421"


def _compose(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    return found


def _filled(text: str) -> str:
    """With the defaults of variables in their place."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)


def _understood(words: list[str]) -> None:
    ours, _, research = " ".join(map(_filled, words)).partition(" -- ")
    for line in (shlex.split(ours), ["research", "Why?", *shlex.split(research)]):
        ran = CliRunner().invoke(main.app, [*line, "--help"])
        assert ran.exit_code == 0, ran.output


def test_the_image_is_pinned_installs_by_hash_and_runs_without_root() -> None:
    build, last = stages()
    for stage in (build, last):
        assert PINNED.fullmatch(stage[0][1].partition(" AS ")[0])
        assert not [rest for word, rest in stage if re.search(r"(?i)secret|token|password|_key", rest)]
        assert "ADD" not in dict(stage)
    words = [word for word, _ in build]
    # The lock is copied and installed before the source: a change of the source installs nothing again.
    assert words == ["FROM", "WORKDIR", "COPY", "RUN", "COPY", "RUN"]
    assert "--no-deps --require-hashes -r requirements-image.lock" in build[3][1]
    for step in re.findall(r"pip (?:install|wheel) [^&]*", build[3][1] + build[5][1]):
        assert "--no-deps" in step
        assert any(limit in step for limit in ("--require-hashes", "--no-build-isolation", "--no-index"))

    after = [word for word, _ in last[[word for word, _ in last].index("USER") :]]
    assert "RUN" not in after
    user, _, group = dict(last)["USER"].partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert command(last, "ENTRYPOINT") == ["pathfinder"]
    _understood(command(last, "CMD"))
    assert dict(last)["EXPOSE"] == PORT
    compile(command(last, "HEALTHCHECK")[2], "HEALTHCHECK", "exec")
    assert f"127.0.0.1:{PORT}/login" in command(last, "HEALTHCHECK")[2]


def test_the_image_is_built_of_the_packages_and_nothing_else() -> None:
    folders = {path.relative_to(ROOT).parts[0] for path in packages().values()}
    files = {"requirements-image.lock", "pyproject.toml", "README.md", "LICENSE", "NOTICE"}
    assert set(context()) == folders | files
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert next(line for line in lines if not line.startswith("#")) == "*"


@pytest.mark.parametrize("name", FILES)
def test_what_a_compose_file_names_is_there(name: str) -> None:
    file = _compose(name)
    services = file["services"]
    for service in services.values():
        image = service["image"]
        assert image == "pathfinder" or PINNED.fullmatch(image)
        assert (image == "pathfinder") == ("build" in service)
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:")
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source == "./" or source in file["volumes"]
        for config in service.get("configs", ()):
            assert config["source"] in file["configs"]
        for needed, how in service.get("depends_on", {}).items():
            assert how["condition"] != "service_healthy" or "healthcheck" in services[needed]
        for value in service["environment"].values():
            assert value is None or isinstance(value, str)
        for words in (service.get("command", []), service.get("entrypoint", [])):
            assert all(isinstance(word, str) for word in words)  # a bare 4 would be a number
        if image == "pathfinder":
            _understood([*service.get("entrypoint", ["pathfinder"])[1:], *service["command"]])


def test_the_services_find_each_other() -> None:
    services = _compose("compose.yaml")["services"]
    ours = services["pathfinder"]
    assert ours["ports"] == [f"127.0.0.1:{PORT}:{PORT}"]
    assert ours["environment"] == {
        "OLLAMA_BASE_URL": "http://ollama:11434/v1",
        "PATHFINDER_SEARCH_SEARXNG_BASE_URL": "http://searxng:8080",
    }
    assert "base_url" in type(SearchSettings().searxng).model_fields
    assert ours["command"][-1] == f"ollama:{services['model']['entrypoint'][-1]}"
    settings = yaml.safe_load(_compose("compose.yaml")["configs"]["searxng"]["content"])
    assert "json" in settings["search"]["formats"]
    assert (
        services["searxng"]["configs"][0]["target"]
        == services["searxng"]["environment"]["SEARXNG_SETTINGS_PATH"]
    )


def test_a_worker_has_time_to_hand_over_and_is_started_again() -> None:
    services = _compose("compose.fleet.yaml")["services"]
    worker = services["worker"]
    assert int(worker["stop_grace_period"].removesuffix("s")) > WorkerTiming().grace_seconds
    assert worker["restart"] == "always"
    assert worker["healthcheck"] == {"disable": True}
    password = services["db"]["environment"]["POSTGRES_PASSWORD"]
    assert password.startswith("${POSTGRES_PASSWORD:?")  # there is none in the file
    assert worker["environment"]["PATHFINDER_DATABASE"] == f"postgresql://pathfinder:{password}@db/pathfinder"
