"""The command line: commands, settings read once, wiring and the live screen."""
