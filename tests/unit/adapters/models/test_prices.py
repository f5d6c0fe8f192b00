"""No call costs more than was set aside for it, and a price nobody knows is not a price of nothing."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.counting import FRAME_TOKENS, most_tokens
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.received import WireUsage
from pathfinder.adapters.models.requests import request
from pathfinder.adapters.models.settings import DEFAULT_SEATS, ClaudeSettings, Connection, Seat, seats
from pathfinder.prompts.library import prompts
from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.errors import PriceUnknown
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.text.tokens import estimate
from tests.asks import ASKS

PRICES = listed_prices()
OPUS, HAIKU = "claude-opus-5-5", "claude-haiku-5-5"


def usage(**counts: object) -> WireUsage:
    return WireUsage.model_validate({"input_tokens": 0, "output_tokens": 0, **counts})


def an_attempt(settings: ClaudeSettings | None = None) -> ClaudeAttempt:
    return ClaudeAttempt(Connection.model_validate({"key": "sk-test"}), settings)


def test_every_default_model_has_a_price() -> None:
    for seat in DEFAULT_SEATS.values():
        assert PRICES.worst_usd_micros(seat.model, 1_000, 1_000) > 0


def test_a_token_costs_its_price_in_micro_dollars() -> None:
    assert PRICES.spent_usd_micros(OPUS, usage(input_tokens=1_000_000)) == 4_000_000
    assert PRICES.spent_usd_micros(OPUS, usage(output_tokens=1_000_000)) == 20_000_000
    assert PRICES.spent_usd_micros(HAIKU, usage(input_tokens=1)) == 1  # a tenth, rounded up


def test_every_kind_of_token_and_search_is_counted() -> None:
    spent = PRICES.spent_usd_micros(
        OPUS,
        usage(
            input_tokens=100,
            output_tokens=100,
            cache_creation_input_tokens=100,
            cache_read_input_tokens=100,
            cache_creation={"ephemeral_5m_input_tokens": 60, "ephemeral_1h_input_tokens": 40},
            server_tool_use={"web_search_requests": 2, "web_fetch_requests": 1},
        ),
    )
    assert spent == 100 * 4 + 100 * 20 + 60 * 5 + 40 * 8 + 20 + 2 * 10_000


def test_what_is_not_given_counts_as_none() -> None:
    counted = usage(
        input_tokens=5, output_tokens=7, cache_read_input_tokens=None, server_tool_use=None
    ).counted()
    assert counted.model_dump() == {
        "input_tokens": 5,
        "output_tokens": 7,
        "cache_write_tokens": 0,
        "cache_read_tokens": 0,
        "thinking_tokens": 0,
        "searches": 0,
    }


def test_inference_kept_in_the_us_costs_more_and_is_always_set_aside() -> None:
    one = usage(input_tokens=1_000)
    assert PRICES.spent_usd_micros(OPUS, one) == 4_000
    assert PRICES.spent_usd_micros(OPUS, one.model_copy(update={"inference_geo": "us"})) == 4_400
    assert (
        PRICES.worst_usd_micros(OPUS, 1_000, 0) == 5_500
    )  # all of it may be written to the cache, in the US


def test_a_long_prompt_reaches_the_dearer_tier() -> None:
    assert PRICES.price(HAIKU, 100_000).input == Decimal("0.10")
    assert PRICES.price(HAIKU, 100_001).input == Decimal("0.50")
    assert PRICES.spent_usd_micros(HAIKU, usage(input_tokens=1_000, cache_read_input_tokens=100_000)) == 5_500


def test_a_model_without_a_price_is_refused_and_the_flag_named() -> None:
    settings = ClaudeSettings(seats={"lead": Seat(model="llama-9")})
    with pytest.raises(PriceUnknown, match=r"llama-9.*--price llama-9=.*models\.prices"):
        an_attempt(settings).worst_usd_micros(ASKS[0])


def test_the_user_can_give_a_price_or_say_that_nothing_costs_anything() -> None:
    own = PRICES.with_price("llama-9", Decimal(1), Decimal(2))
    assert own.spent_usd_micros("llama-9", usage(input_tokens=10, output_tokens=10)) == 30
    dearer = PRICES.with_price("claude-opus-5", Decimal(100), Decimal(200))
    assert dearer.price("claude-opus-5", 1).input == 100
    assert dearer.price("claude-opus-4-8", 1).input == 5
    assert PRICES.with_price(HAIKU, Decimal(1), Decimal(1)).price(HAIKU, 200_000).input == 1
    free = PRICES.model_copy(update={"free": True})
    assert (
        free.worst_usd_micros("llama-9", 10, 10)
        == free.spent_usd_micros("llama-9", usage(input_tokens=9))
        == 0
    )


@given(st.text())
def test_the_bound_lies_over_the_estimate_and_under_the_bytes(text: str) -> None:
    bound = most_tokens(text) - FRAME_TOKENS
    assert bound <= len(text.encode())
    assert bound + 1 >= sum(character.isascii() for character in text) / 2.5


@pytest.mark.parametrize(
    "text",
    [
        "Caffeine taken six hours before bed reduced total sleep time by more than one hour. " * 20,
        "오후에 마신 커피는 잠을 한 시간 넘게 줄인다. " * 20,
        '{"id":"hyp_A1","strength":0.58,"summary":"Caffeine shortens sleep."},' * 20,
        "睡眠時間は一時間以上短くなった。" * 20,
        "🧪🧠" * 50,
    ],
)
def test_the_bound_lies_over_what_a_careful_guess_makes_of_real_text(text: str) -> None:
    assert most_tokens(text) - FRAME_TOKENS >= estimate(text)


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.name)
def test_two_turns_at_their_worst_fit_into_what_is_set_aside(ask: Ask[Frozen]) -> None:
    asked = request(ask, ClaudeSettings())
    prompt, room = most_tokens(asked.stable, asked.varying), asked.seat.max_tokens
    price = PRICES.price(asked.seat.model, 10 * prompt)
    first = prompt * price.cache_write + room * price.output
    more_room = prompt * price.cache_write + 2 * room * price.output
    repair = (prompt + room + 1_000) * price.cache_write + room * price.output
    assert an_attempt().worst_usd_micros(ask) >= first + max(more_room, repair)


def test_the_fingerprint_names_everything_that_shapes_an_answer() -> None:
    ask = ASKS[0]
    plain = an_attempt().fingerprint(ask)
    words = prompts()["lead.decompose"]
    assert plain.startswith(f"lead.decompose {words.version} {words.sha256} ")
    seat = DEFAULT_SEATS["lead.decompose"]
    for change in ({"model": "claude-opus-5"}, {"effort": "low"}):
        other = ClaudeSettings(seats={"lead": seat.model_copy(update=change)})
        assert an_attempt(other).fingerprint(ask) != plain
    # How much room an answer has is decided by the money at hand: a resume may find more or less of it.
    roomier = ClaudeSettings(seats={"lead": seat.model_copy(update={"max_tokens": 100})})
    assert an_attempt(roomier).fingerprint(ask) == plain


def test_a_call_has_its_own_seat_or_that_of_its_role() -> None:
    models = {ask.name: ClaudeSettings().seat(type(ask)).model for ask in ASKS}
    assert models == {
        "lead.decompose": "claude-sonnet-5-5",
        "lead.brief": HAIKU,
        "explorer.choose": HAIKU,
        "explorer.read": HAIKU,
        "explorer.conclude": HAIKU,
        "judge.facets": HAIKU,
        "judge.resolution": "claude-sonnet-5-5",
        "thinker.ideate": "claude-sonnet-5-5",
        "judge.audit": "claude-sonnet-5-5",
        "counter_reviewer.challenge": HAIKU,
        "writer.answer": "claude-sonnet-5-5",
        "writer.edit": "claude-sonnet-5-5",
        "writer.check": "claude-sonnet-5-5",
    }


def test_a_seat_given_to_a_role_is_that_of_all_its_calls() -> None:
    own = Seat(model="llama-9")
    settings = ClaudeSettings(seats=seats({"explorer": own, "lead.brief": own}))
    models = {ask.name: settings.seat(type(ask)).model for ask in ASKS}
    assert [name for name, model in models.items() if model == "llama-9"] == [
        "lead.brief",
        "explorer.choose",
        "explorer.read",
        "explorer.conclude",
    ]
