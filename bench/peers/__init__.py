"""Other research tools from PyPI on one stand-in provider, beside Pathfinder: `make bench-peers`."""
