"""The roles, one module each: build the typed question, read the typed answer."""
