"""Pathfinder as a library. Importing it does no work; the version is looked up when it is asked for."""

__all__ = ["__version__"]

__version__: str


def __getattr__(name: str) -> str:
    """Give `__version__` from the installed distribution, so that it is written down in one place only."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("pathfinder-research")
