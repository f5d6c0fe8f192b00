"""`make eval`: the product and a plain agent on the same documents, both graded blind against a key."""
