"""A Korean particle takes the form that the sound before it asks for."""

import pytest

from pathfinder.locales.josa import josa_after, with_josa


@pytest.mark.parametrize(
    ("word", "josa", "written"),
    [
        ("논문", "은/는", "논문은"),
        ("커피", "이/가", "커피가"),
        ("서울", "으로/로", "서울로"),
        ("부산", "으로/로", "부산으로"),
        ("hyp_A1", "은/는", "hyp_A1은"),
        ("hyp_A2", "은/는", "hyp_A2는"),
        ("obs_7", "으로/로", "obs_7로"),
        ("obs_3", "으로/로", "obs_3으로"),
        ("“논문”", "을/를", "“논문”을"),
        ("local", "으로/로", "local로"),
        ("arxiv", "이/가", "arxiv가"),
        ("Exa", "과/와", "Exa와"),
        ("pubmed", "을/를", "pubmed을"),
        ("", "을/를", "를"),
    ],
)
def test_the_last_sound_decides(word: str, josa: str, written: str) -> None:
    assert with_josa(word, josa) == written == word + josa_after(word, josa)
