"""Text as such: folding, numbers and units, languages, addresses and tokens. Knows nothing of the graph."""
