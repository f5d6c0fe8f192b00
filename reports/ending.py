"""Why a run ended, in the reader's language; the record keeps one wording."""

import re
from collections.abc import Mapping
from types import MappingProxyType

_KO: Mapping[str, str] = MappingProxyType(
    {
        r"max_iterations: (\d+) iterations are done": r"정한 반복 \1회를 모두 마침",
        r"max_minutes: (\d+) minutes are over": r"정한 시간 \1분이 지남",
        r"auto_stop: nothing new comes in any more": "새로 들어오는 것이 없음",
        r"user: ended at once": "사용자가 바로 끝냄",
        r"Paused by the user; (`[a-z ]+`) goes on where it was\.": r"사용자가 일시정지함. 이어 가기: \1",
        r"Stopped by the user; (`[a-z ]+`) goes on where it was\.": r"사용자가 중지함. 이어 가기: \1",
        r"Ended by the user\.": "사용자가 끝냄",
    }
)


def ending(reason: str, language: str) -> str:
    """The reason a run gave for its end; words that are not known here stand as they are."""
    if language == "ko":
        for pattern, words in _KO.items():
            if re.fullmatch(pattern, reason):
                return re.sub(pattern, words, reason)
    return reason
