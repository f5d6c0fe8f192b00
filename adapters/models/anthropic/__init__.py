"""Answers the typed calls with Claude; the only reader of the prompts."""
