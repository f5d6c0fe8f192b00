"""Runs gpt-researcher in its own environment: `KIND QUESTION...`; prints the length of each report."""

import asyncio
import json
import sys

import tiktoken

BYTES = tiktoken.Encoding(
    "bytes", pat_str=r"(?s).", mergeable_ranks={bytes([n]): n for n in range(256)}, special_tokens={}
)
"""Its token table would be downloaded; a run without a network counts bytes. Nothing else is changed."""
tiktoken.get_encoding = tiktoken.encoding_for_model = lambda *_, **__: BYTES

from gpt_researcher import GPTResearcher  # noqa: E402  (after the token table is in place)


async def main() -> None:
    """All questions at once."""
    kind, *questions = sys.argv[1:]

    async def one(question: str) -> str:
        researcher = GPTResearcher(query=question, report_type=kind, verbose=False)
        await researcher.conduct_research()
        return str(await researcher.write_report())

    reports = await asyncio.gather(*map(one, questions), return_exceptions=True)
    print(
        "REPORTS",
        json.dumps(
            [text if isinstance(text, str) else f"!{type(text).__name__}: {text}" for text in reports]
        ),
    )


asyncio.run(main())
