"""Pathfinder as a library. Importing it does no work; each name is looked up when it is asked for.

from pathfinder import Deps, PageSources, RunConfig, research

deps = Deps(attempt, PageSources(search, fetch))
end = await research("Do ground loops pay off?", deps, RunConfig(parallel=5), events=[screen])

`Engine` and `Options` are names of earlier versions and still work, with a warning.
"""

TYPE_CHECKING = False  # As typing has it, without loading typing.

if TYPE_CHECKING:
    from pathfinder.deprecated import Engine, Options
    from pathfinder.deps import Deps, PageSources
    from pathfinder.orchestrator.run import RunEnd
    from pathfinder.run_config import RunConfig
    from pathfinder.running import research, resume

__all__ = [
    "Deps",
    "Engine",
    "Options",
    "PageSources",
    "RunConfig",
    "RunEnd",
    "__version__",
    "research",
    "resume",
]

__version__: str

_HOMES = {
    "Deps": "pathfinder.deps",
    "Engine": "pathfinder.deprecated",
    "Options": "pathfinder.deprecated",
    "PageSources": "pathfinder.deps",
    "RunConfig": "pathfinder.run_config",
    "RunEnd": "pathfinder.orchestrator.run",
    "research": "pathfinder.running",
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
