"""The sentences of the Thinker's ideas, in English and Korean. Phrases of the graph stand in them.

They are short and say one thing: an idea that repeated whole claims would be borne out by their evidence.
"""

from typing import Final, NamedTuple

from pathfinder.adapters.embedded.wording import Spoken


class IdeaFrames(NamedTuple):
    """One frame for each constellation the tools look for; Korean words come with their particles.

    `{s}` and `{has}` agree with the first word, which is one thing or several.
    """

    together: str
    against: str
    analogy: str
    either: str
    depends: str
    raises: str
    lowers: str
    combined: str
    no_effect: str


FRAMES: Final[dict[Spoken, IdeaFrames]] = {
    "en": IdeaFrames(
        together="{0} and {1} rise and fall together, because both follow {2}.",
        against="{0} and {1} move in opposite directions, because both follow {2}.",
        analogy="The effect of {0} on {1} depends on the same condition: “{2}”.",
        either="The effect on {0} depends on the condition: “{1}” or “{2}”.",
        depends="The effect on {0} depends on {1}.",
        raises="{0} raise{s} {1} by way of {2}.",
        lowers="{0} lower{s} {1} by way of {2}.",
        combined="{0} and {1} together change {2} more than either does alone.",
        no_effect="{0} {has} no effect on {1}.",
    ),
    "ko": IdeaFrames(
        together="{0} {1} 둘 다 {2}에 따라 달라지므로 함께 늘고 함께 준다.",
        against="{0} {1} 둘 다 {2}에 따라 달라지되 서로 반대로 움직인다.",
        analogy="{0} {1}에 미치는 영향도 같은 조건에 달려 있다: “{2}”.",
        either="{0}에 대한 영향은 조건에 달려 있다: “{1}” 또는 “{2}”.",
        depends="{0}에 대한 영향은 {1}에 달려 있다.",
        raises="{0} {2}의 변화를 거쳐 {1} 높인다.",
        lowers="{0} {2}의 변화를 거쳐 {1} 낮춘다.",
        combined="{0} {1} 함께 쓰면 따로 쓸 때보다 {2} 더 크게 달라진다.",
        no_effect="{0} {1}에 영향을 미치지 않는다.",
    ),
}
