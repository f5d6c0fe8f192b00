"""The embedded engine: answers the typed calls by algorithm, with no language model, or says it is unable."""
