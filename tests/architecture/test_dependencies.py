"""Every direct dependency is used by the product, and docs/dependencies.md says what it is for."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.farm import ROOT, packages

NOT_IMPORTED = {
    "lxml-html-clean": "trafilatura needs it, and older versions of pip do not see that",
}


def declared() -> set[str]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    return {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}


def imported() -> Iterator[str]:
    """The distributions that modules of the product import, wherever in a module they do."""
    providers = packages_distributions()
    for folder in packages().values():
        for path in folder.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names: list[str] = []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and node.module:
                    names = [node.module]
                for name in names:
                    yield from map(canonicalize_name, providers.get(name.partition(".")[0], ()))


def test_every_dependency_is_imported_by_the_product() -> None:
    assert declared() - set(imported()) == NOT_IMPORTED.keys()


def test_the_page_on_dependencies_lists_exactly_the_direct_ones() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    table = page.partition("## What each is for")[2]
    listed = re.findall(r"^\| ([a-z0-9-]+) \| (?!for \|)", table, re.MULTILINE)
    assert sorted(listed) == sorted(declared())
