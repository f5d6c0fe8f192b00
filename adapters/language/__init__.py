"""Words, sentences and vectors of English and Korean, for the embedded engine and the local search."""
