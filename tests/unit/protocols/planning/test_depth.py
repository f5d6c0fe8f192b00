"""How far an Explorer goes: the deeper, the more it may read."""

from pathfinder.protocols.planning.depth import REACH


def test_a_deeper_search_never_reads_less() -> None:
    pages = [REACH[depth].turns * REACH[depth].pages for depth in ("shallow", "medium", "deep")]
    assert pages == sorted(pages)
    assert all(reach.turns <= 3 for reach in REACH.values())  # DESIGN section 4: three turns at most
