"""A step is named by its place, so that the same call has the same name in every run."""

from pathfinder.protocols.calls.steps import Step


def test_the_key_says_where_and_what_and_nothing_about_order() -> None:
    place = {"iteration": 3, "phase": "EXPLORE", "slot": 2, "round": 3, "pass_": 1, "turn": 2}
    step = Step.model_validate({**place, "call": "explorer.read", "item": "ab"})
    assert step.key == "3/EXPLORE/2/3.1/2/explorer.read/ab"
    assert Step(iteration=1, phase="SELECT", call="lead.brief").key == "1/SELECT/0/1.0/0/lead.brief/-"
