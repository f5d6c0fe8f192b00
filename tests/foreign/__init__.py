"""The adapter against stand-ins that others wrote. Opt-in: they are installed by hand."""
