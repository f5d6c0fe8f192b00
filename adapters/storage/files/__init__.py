"""A session on disk: the record, in files that survive kill -9 and a full disk."""
