"""Reports as Markdown and as lines for a terminal."""
