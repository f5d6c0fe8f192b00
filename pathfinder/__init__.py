"""Pathfinder as a library. Importing it does no work; each name is looked up when it is asked for.

from pathfinder import research

result = await research("Do ground loops pay off?", docs="notes/")
print(result.answer or result.to_markdown(), result.cost)

`docs/library.md` has more. `Engine` and `Options` are names of earlier versions and still work, with a
warning.
"""

TYPE_CHECKING = False  # As typing has it, without loading typing.

if TYPE_CHECKING:
    from pathfinder.deprecated import Engine, Options
    from pathfinder.deps import Deps, PageSources
    from pathfinder.library import Claim, Result, research, stream
    from pathfinder.orchestrator.run import RunEnd
    from pathfinder.run_config import RunConfig
    from pathfinder.running import resume

__all__ = [
    "Claim",
    "Deps",
    "Engine",
    "Options",
    "PageSources",
    "Result",
    "RunConfig",
    "RunEnd",
    "__version__",
    "research",
    "resume",
    "stream",
]

__version__: str

_HOMES = {
    "Deps": "pathfinder.deps",
    "Engine": "pathfinder.deprecated",
    "Options": "pathfinder.deprecated",
    "PageSources": "pathfinder.deps",
    "RunConfig": "pathfinder.run_config",
    "RunEnd": "pathfinder.orchestrator.run",
    "Claim": "pathfinder.library",
    "Result": "pathfinder.library",
    "research": "pathfinder.library",
    "stream": "pathfinder.library",
    "resume": "pathfinder.running",
}


def __getattr__(name: str) -> object:
    """Load a name from where it lives; the version comes from the installed distribution."""
    if name == "__version__":
        from importlib.metadata import version

        return version("pathfinder-research")
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
