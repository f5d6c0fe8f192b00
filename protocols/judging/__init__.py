"""The classification protocol: pairs, classes, challenges, verdicts and the MERGE phase."""
