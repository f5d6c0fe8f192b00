"""The rules of the research, one pure module each, and the dated table of sources."""
