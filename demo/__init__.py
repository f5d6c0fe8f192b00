"""The fictional world of `pathfinder demo`: its documents, and what kind of source each site is."""
