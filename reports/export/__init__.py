"""A session for other programs: spreadsheets, reference managers, graph tools."""
