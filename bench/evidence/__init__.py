"""Public data sets through whole sessions: what is read is fixed, what comes of it is measured."""
