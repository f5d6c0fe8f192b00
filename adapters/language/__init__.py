"""Words, sentences and vectors of English and Korean, for the reading list and the local search."""
