"""The page and the HTTP API of `pathfinder serve`: reads sessions, starts runs as processes of the command line."""
