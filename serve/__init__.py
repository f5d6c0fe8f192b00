"""The page and the HTTP API of `pathfinder serve`."""
