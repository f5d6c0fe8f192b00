"""Question-and-sentence pairs for the reading list."""
