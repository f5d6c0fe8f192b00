"""The protocol beside other ways on one world, all with as many model calls."""

from bench.truth_worlds.proposals import PROPOSALS
from bench.truth_worlds.scoring import (
    Tally,
    Votes,
    majority,
    matched,
    tally,
    verdicts,
    votes,
)
from bench.truth_worlds.session import (
    AFFIRMATIVE,
    AFFIRMATIVE_QUICK,
    EXPLORE_ONLY,
    ONE_AGENT,
    PROTOCOL,
    WITHOUT,
    Session,
    Setup,
)
from bench.truth_worlds.world import World

ITERATIONS = 20
CHECKPOINTS = (10, ITERATIONS, 40)
TWO_THIRDS = 2 / 3
Rows = dict[str, Tally]
BEST = "claims affirmed, difference 0.25, squared"
"""The proposal that did best on the calibration worlds."""


def compare(world: World, accuracy: float) -> Rows:
    """The protocol, votes over what as many calls find without round 3, and what other rules would say."""
    session = Session(world, PROTOCOL, accuracy)
    session.run(ITERATIONS)
    rows = {"protocol": tally(world, verdicts(world, session.graph), session.calls)}
    rows |= _proposed(world, session, "")
    for setup in (AFFIRMATIVE, AFFIRMATIVE_QUICK):
        affirmed = _spent(world, setup, accuracy, session.calls)
        rows[setup.name] = tally(world, verdicts(world, affirmed.graph), affirmed.calls)
        rows |= _proposed(world, affirmed, f"{setup.name}, ")
    return rows | _voted(world, _spent(world, EXPLORE_ONLY, accuracy, session.calls), rows)


def compare_parts(world: World, accuracy: float) -> Rows:
    """The protocol as it goes on, one agent, and the protocol with each part switched off."""
    rows: Rows = {}
    session = Session(world, PROTOCOL, accuracy)
    for at in CHECKPOINTS:
        session.run(at)
        rows[f"protocol at {at}"] = tally(world, verdicts(world, session.graph), session.calls)
    calls = rows[f"protocol at {ITERATIONS}"].calls
    agent = _spent(world, ONE_AGENT, accuracy, calls)
    own = votes(world, agent.graph, by_voice=False)
    rows["one agent"] = tally(world, majority(own, _agent_is_sure), agent.calls)
    for setup in WITHOUT:
        without = _spent(world, setup, accuracy, calls)
        rows[setup.name] = tally(world, verdicts(world, without.graph), without.calls)
    return rows


def _spent(world: World, setup: Setup, accuracy: float, calls: int) -> Session:
    session = Session(world, setup, accuracy)
    session.run(0, calls)
    return session


def _voted(world: World, session: Session, others: Rows) -> Rows:
    """Votes over what Explorers found without round 3, and what the verdicts say of that."""
    rows: Rows = {}
    for name, by_voice in (("majority of pages", False), ("majority of voices", True)):
        counted = votes(world, session.graph, by_voice=by_voice)
        rows[name] = tally(world, majority(counted, _two_or_more), session.calls)
        sure, _ = _decided(others["protocol"])
        rows[f"{name}, matched"] = tally(world, matched(counted, sure), session.calls)
        for other, title in (
            ("protocol", "matched in both"),
            (AFFIRMATIVE.name, "matched to claims affirmed"),
            (BEST, "matched to the best proposal"),
        ):
            rows[f"{name}, {title}"] = tally(world, matched(counted, *_decided(others[other])), session.calls)
    rows["without round 3"] = tally(world, verdicts(world, session.graph), session.calls)
    return rows


def _decided(came: Tally) -> tuple[int, int]:
    """How many claims are Confirmed, and how many are decided."""
    sure = came.confirmed_right + came.confirmed_wrong
    return sure, sure + came.likely_right + came.likely_wrong


def _proposed(world: World, session: Session, prefix: str) -> Rows:
    return {
        f"{prefix}{name}": tally(world, verdicts(world, session.graph, rule), session.calls)
        for name, rule in PROPOSALS.items()
    }


def _two_or_more(vote: Votes) -> bool:
    return vote.most >= 2


def _agent_is_sure(vote: Votes) -> bool:
    return vote.most >= 2 and vote.share >= TWO_THIRDS
