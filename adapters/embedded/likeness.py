"""Likeness as it is compared."""


def rounded(similarity: float) -> float:
    """The cosine without the digits that another machine's arithmetic may change."""
    return round(min(1.0, max(0.0, float(similarity))), 4)
