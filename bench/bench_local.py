"""Two thousand documents, English and Korean: what the first look costs, the second, and a question."""

import asyncio
import resource
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random
from time import perf_counter

from bench.figures import Figure, Group, Size
from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.evidence.sources import default_table

GROUP: Group = "speed"
ALONE = True
SEED = 7
ROUNDS = 5

ENGLISH = """
the harbour board measured water salt tide gate winter storm lantern fish barley soil heat pump rent tenant
school night shift nurse sleep coffee risk price tram cable copper battery forest fire snow river flood bridge
engine wool cheese bread market vote council survey sample result effect group dose season region village
"""
KOREAN = """
항만 위원회 측정 조수 수문 겨울 폭풍 등불 물고기 보리 토양 열펌프 임대료 세입자 학교 야간 교대
간호사 수면 커피 위험 가격 전차 전선 구리 배터리 산림 화재 강설 하천 홍수 교량 기관 양모 치즈
시장 투표 의회 조사 표본 결과 효과 집단 용량 계절 지역 마을
"""
WORDS_OF_A_TOPIC = 15
PARTICLES = ("은", "이", "을", "에서", "으로", "의", "")
QUERIES = (
    "does the tide gate reduce floods in winter",
    "coffee and sleep of nurses on night shift",
    "how much did rent rise for tenants",
    "겨울 폭풍이 항만 수문에 미치는 효과",
    "야간 교대 간호사의 수면과 커피",
    "battery copper price survey",
)


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Time per document, what a second start reads, memory, disk, and how a query grows."""
    few, many = size.of((200, 2_000), (20, 200))
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        encoder().vectors(["so that the time to load is not counted"])
        small = _opened(place, "small", few)
        asyncio.run(small.refresh())
        before = _resident_mb()
        large = _opened(place, "large", many)
        start = perf_counter()
        asyncio.run(large.refresh())
        spent = perf_counter() - start
        counts = large.counts
        note = f"{counts.parsed:,} parsed, {counts.passages:,} passages, {spent:.0f} s in all"
        yield Figure("local: first look, per document", spent / many * 1_000, "ms", None, note)
        yield _by_words_alone(place, many)
        yield from _second_start(place, large, many)
        times = {few: _query_ms(small), many: _query_ms(large)}
        for documents, took in times.items():
            yield Figure(
                f"local: a query over {documents:,} documents", took, "ms", None, "vector of the query made"
            )
        ratio = times[many] / times[few]
        yield Figure(
            "local: query, ten times the documents",
            ratio,
            "x",
            5.0,
            f"{many:,} against {few:,}; 10 would be linear",
        )
        note = f"peak {_peak_mb():.0f} MB, encoder and all; one worker more while files are parsed"
        yield Figure(f"local: memory that {many:,} documents added", _resident_mb() - before, "MB", 150, note)
        disk = sum(file.stat().st_size for file in (place / "large-index").rglob("*") if file.is_file())
        text = sum(file.stat().st_size for file in (place / "large").iterdir())
        yield Figure("local: index on disk", disk / 1e6, "MB", None, f"for {text / 1e6:.1f} MB of documents")
        small.close()
        large.close()


def _by_words_alone(place: Path, many: int) -> Figure:
    folder = Folder(place / "large", default_table(), SystemClock(), index=place / "words-index")
    start = perf_counter()
    asyncio.run(folder.refresh())
    spent = perf_counter() - start
    folder.close()
    note = "the rest of the first look is vectors"
    return Figure("local: first look without vectors, per document", spent / many * 1_000, "ms", None, note)


def _second_start(place: Path, large: Folder, many: int) -> Iterable[Figure]:
    large.close()
    again = _folder(place, "large")
    start = perf_counter()
    asyncio.run(again.refresh())
    took = (perf_counter() - start) * 1_000
    yield Figure("local: second start", took, "ms", None, f"{many:,} files looked at")
    yield Figure("local: files parsed at a second start", again.counts.parsed, "", 0)
    (place / "large" / "doc00007.md").write_text("# Changed\n\nThe gate was opened.", encoding="utf-8")
    asyncio.run(again.refresh())
    yield Figure("local: files parsed after one change", again.counts.parsed, "", 1)
    again.close()
    asyncio.run(large.refresh())


def _opened(place: Path, name: str, documents: int) -> Folder:
    rng = Random(SEED)
    (place / name).mkdir()
    for number in range(documents):
        text = _document(rng, KOREAN if number % 4 == 3 else ENGLISH, korean=number % 4 == 3)
        (place / name / f"doc{number:05}.md").write_text(text, encoding="utf-8")
    return _folder(place, name)


def _folder(place: Path, name: str) -> Folder:
    index = place / f"{name}-index"
    return Folder(place / name, default_table(), SystemClock(), index=index, encoder=encoder)


def _document(rng: Random, vocabulary: str, *, korean: bool) -> str:
    words = rng.sample(vocabulary.split(), WORDS_OF_A_TOPIC)

    def sentence() -> str:
        chosen = rng.choices(words, k=rng.randint(8, 16))
        if korean:
            return " ".join(word + rng.choice(PARTICLES) for word in chosen) + "다."
        return " ".join(chosen).capitalize() + "."

    paragraphs = (" ".join(sentence() for _ in range(3)) for _ in range(3))
    return f"# {' '.join(rng.choices(words, k=5))}\n\n" + "\n\n".join(paragraphs)


def _query_ms(folder: Folder) -> float:
    """The best of several rounds over all queries, each with words of its own so that no vector is kept."""

    async def ask(round_: int) -> float:
        start = perf_counter()
        for query in QUERIES:
            await folder.results(f"{query} {round_}")
        return (perf_counter() - start) / len(QUERIES) * 1_000

    asyncio.run(ask(-1))
    return min(asyncio.run(ask(round_)) for round_ in range(ROUNDS))


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000
