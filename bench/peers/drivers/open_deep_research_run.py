"""Runs open_deep_research in its own environment: `QUESTION...`; prints each report."""

import asyncio
import json
import os
import sys

import tavily

whole = tavily.AsyncTavilyClient.__init__


def pointed(self, *args, **kwargs):
    """Its search address is fixed in its code; this is the only thing changed."""
    whole(self, *args, **{**kwargs, "api_base_url": os.environ["STANDIN"]})


tavily.AsyncTavilyClient.__init__ = pointed

from open_deep_research.deep_researcher import deep_researcher_builder  # noqa: E402  (after its search address is set)

MODEL = "openai:gpt-4.1"
SEATS = ("research_model", "summarization_model", "compression_model", "final_report_model")


async def main() -> None:
    """All questions at once, default settings."""
    graph = deep_researcher_builder.compile()
    config = {"configurable": {"allow_clarification": False, **dict.fromkeys(SEATS, MODEL)}}

    async def one(question: str) -> str:
        ended = await graph.ainvoke({"messages": [{"role": "user", "content": question}]}, config)
        return str(ended.get("final_report", ""))

    reports = await asyncio.gather(*map(one, sys.argv[1:]), return_exceptions=True)
    print(
        "REPORTS",
        json.dumps(
            [text if isinstance(text, str) else f"!{type(text).__name__}: {text}" for text in reports]
        ),
    )


asyncio.run(main())
