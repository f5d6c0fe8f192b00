"""The wording of each model call, one Markdown file per call, and the library that fills it in."""
