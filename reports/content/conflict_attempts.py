"""What was done about a disagreement, and what came of it, in a sentence or two."""

from pathfinder.reports.content.judge_report import Disagreement
from pathfinder.reports.locales.words import Words


def tried(w: Words, one: Disagreement, most_named: int) -> str:
    """What was tried, whether it was challenged, where the verdict leans all the same."""
    done = []
    if one.passes:
        done.append(w.tried_passes.format(count=one.passes))
    if one.sent_again:
        more = len(one.sent_again) - most_named
        rest = f", {w.and_more.format(count=more)}" if more > 0 else ""
        done.append(w.tried_again.format(who=", ".join(one.sent_again[:most_named]) + rest))
    if one.attempts:
        done.append(w.tried_attempts.format(count=one.attempts))
    said = [w.tried.format(tried="; ".join(done) or w.tried_nothing)]
    if one.reviewed is not None:
        said.append(w.challenged.format(verdict=w.reviews_said[one.reviewed]))
    if one.leans is not None:
        said.append(w.leans.format(side=w.sides[one.leans]))
    if one.given_up:
        said.append(w.given_up)
    return " ".join(said)
