"""Pathfinder as a library. Importing it does no work; each name is looked up when it is asked for.

from pathfinder import Engine, Options, research

end = await research("Do ground loops pay off?", engine, Options(parallel=5), events=[screen])
"""

TYPE_CHECKING = False  # As typing has it, without loading typing.

if TYPE_CHECKING:
    from pathfinder.orchestrator.run import RunEnd
    from pathfinder.running import research, resume
    from pathfinder.wiring import Engine, Options

__all__ = ["Engine", "Options", "RunEnd", "__version__", "research", "resume"]

__version__: str

_HOMES = {
    "Engine": "pathfinder.wiring",
    "Options": "pathfinder.wiring",
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
