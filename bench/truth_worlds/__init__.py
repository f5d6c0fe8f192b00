"""Worlds of known truth: what the protocol makes of them, and what simpler ways would."""
