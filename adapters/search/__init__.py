"""Search engines of the open web and of the papers, each behind the `SearchEngine` port."""
