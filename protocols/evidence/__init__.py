"""Evidence: quotes on pages, sources and their trust, who speaks, and how strong a claim is."""
