"""What pages say of themselves, by the words that docs/sources.md uses for it."""

from pathfinder.protocols.evidence.self_description import SelfDescription

SAYS = {
    "": SelfDescription(),
    "byline": SelfDescription(kinds=("article",), byline=True, dated=True),
    "news": SelfDescription(kinds=("newsarticle",), byline=True, dated=True),
    "paper tags": SelfDescription(citation=True, byline=True, dated=True),
    "organisation": SelfDescription(organisations=("https://www.anaconda.com/",)),
    "made by a machine": SelfDescription(byline=True, dated=True, machine_made=True),
    "summary of another page": SelfDescription(byline=True, dated=True, second_hand=True),
}
