"""Answers the typed calls without a language model: it finds, quotes and files passages, judging nothing."""
