"""What was done about a disagreement, and what came of it, in a sentence or two."""

from pathfinder.locales.catalogue import Translator
from pathfinder.reports.content.judge_report import Disagreement


def tried(t: Translator, one: Disagreement, most_named: int) -> str:
    """What was tried, whether it was challenged, where the verdict leans all the same."""
    done = []
    if one.passes:
        done.append(t("judge-tried-passes", count=one.passes))
    if one.sent_again:
        more = len(one.sent_again) - most_named
        rest = f", {t('judge-and-more', count=more)}" if more > 0 else ""
        done.append(t("judge-tried-again", who=", ".join(one.sent_again[:most_named]) + rest))
    if one.attempts:
        done.append(t("judge-tried-attempts", count=one.attempts))
    said = [t("judge-tried", tried="; ".join(done) or t("judge-tried-nothing"))]
    if one.reviewed is not None:
        said.append(t("judge-challenged", verdict=t(f"judge-reviews-said-{one.reviewed}")))
    if one.leans is not None:
        said.append(t("judge-leans", side=t(f"judge-sides-{one.leans}")))
    if one.given_up:
        said.append(t("judge-given-up"))
    return " ".join(said)
