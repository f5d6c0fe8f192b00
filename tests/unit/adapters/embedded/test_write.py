"""The prose of a thesis: quotes in frames, each figure in a quote that is cited."""

import re
from typing import Any

import pytest

from pathfinder.adapters.embedded import write
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.questions import (
    ThesisLine,
    WitnessLine,
    WriteThesis,
    WrittenSentence,
    WrittenThesis,
)
from pathfinder.protocols.rules.languages import Language, language
from pathfinder.protocols.rules.numbers import unbound

COOLER = "Between 13:00 and 17:00 rooms under glass averaged 3.9 °C less than their neighbours."
COSTS = "A glass roof costs 408 marels per square metre."
DRY = "In the dry months bedrooms were 1.8 °C cooler at night."
WET = "In the humid months bedrooms stood 1.1 °C above the tiled ones at night."
STRUCK = "Glass roofs are struck by lightning 5 times more often."
NOT_STRUCK = "Of 600 discharges 297 went to the glass and 303 to the clay."
차이 = "유리 지붕 아래 방은 오후에 4도 낮았다."


def witness(number: int, quote: str, **fields: Any) -> WitnessLine:
    defaults: dict[str, Any] = {
        "id": f"obs_{number}",
        "type": "SUPPORTS",
        "quote": quote,
        "site": "journal.example",
        "source_type": "paper",
        "voice": f"v{number}",
    }
    return WitnessLine.model_validate(defaults | fields)


def line(number: int, *witnesses: WitnessLine, section: str = "finding", **fields: Any) -> ThesisLine:
    claim = {
        "id": f"hyp_A{number}",
        "type": "A",
        "status": "tested",
        "strength": 0.6,
        "tag": "Likely",
        "summary": witnesses[0].quote,
    }
    side = "against" if section == "refused" else "for"
    return ThesisLine.model_validate(
        {"claim": claim | fields, "section": section, "side": side, "witnesses": witnesses}
    )


CLAIMS = (
    line(1, witness(1, COOLER), witness(2, 차이, site="housing.example", source_type="official")),
    line(2, witness(3, COSTS, source_type="blog", site="tiler.example")),
    line(3, witness(4, DRY), conditions=("Each holds under its own condition.",)),
    line(4, witness(5, WET), conditions=("Each holds under its own condition.",)),
    line(
        5,
        witness(6, STRUCK, source_type="forum", site="talk.example"),
        witness(7, NOT_STRUCK, type="CONTRADICTS", site="lab.example"),
        section="refused",
    ),
)


def written(tongue: Language = "en", claims: tuple[ThesisLine, ...] = CLAIMS) -> WrittenThesis:
    question = "Do glass roofs keep houses cooler?" if tongue == "en" else "유리 지붕은 집을 시원하게 하는가?"
    answer = write.answer(WriteThesis(question=question, claims=claims, language=tongue), encoder())
    assert isinstance(answer, WrittenThesis)
    return answer


def every(thesis: WrittenThesis) -> list[WrittenSentence]:
    return [*thesis.answer, *(one for known in thesis.findings for one in known.sentences), *thesis.limits]


@pytest.mark.parametrize("tongue", ["en", "ko"])
def test_every_sentence_rests_on_the_quotes_it_cites(tongue: Language) -> None:
    quotes = {told.id: told.quote for known in CLAIMS for told in known.witnesses}

    for sentence in every(written(tongue)):
        cited = [quotes[cite] for cite in sentence.cites]
        assert cited
        assert not unbound(sentence.text, cited), sentence
        for quoted in re.findall("“([^”]+)”", sentence.text):
            whole = quoted.rstrip("…").strip()
            assert any(whole in quote for quote in quotes.values()), sentence


def test_the_answer_comes_first_and_names_what_it_depends_on() -> None:
    told = [sentence.text for sentence in written().answer]

    assert 1 <= len(told) <= 3
    assert COOLER.rstrip(".") in told[0]
    assert any(DRY.rstrip(".") in text and WET.rstrip(".") in text for text in told)


def test_each_part_of_the_question_gets_what_bears_on_it() -> None:
    question = "Do glass roofs keep houses cooler, and what are their costs and risks?"
    ask = WriteThesis(question=question, claims=tuple(reversed(CLAIMS[:2])), language="en")

    thesis = write.answer(ask, encoder())

    assert isinstance(thesis, WrittenThesis)
    assert [sentence.cites for sentence in thesis.answer] == [("obs_1",), ("obs_3",)]


def test_what_does_not_hold_is_said_with_what_speaks_against_it() -> None:
    refused = next(known for known in written().findings if known.hypothesis == "hyp_A5")

    assert refused.title.startswith("Not borne out: ")
    assert "does not hold up" in refused.sentences[0].text
    assert refused.sentences[0].cites == ("obs_7",)
    assert any("obs_6" in sentence.cites for sentence in refused.sentences[1:])


def test_independent_voices_are_told_apart_from_a_single_one() -> None:
    several, single, *_ = written().findings

    assert any("Independently" in sentence.text for sentence in several.sentences)
    assert not any("Independently" in sentence.text for sentence in single.sentences)
    assert any("single independent voice" in one.text and "obs_3" in one.cites for one in written().limits)


def test_quotes_of_one_voice_are_not_told_as_two() -> None:
    copied = line(1, witness(1, COOLER), witness(2, COOLER, voice="v1", site="copy.example"))

    finding = written(claims=(copied,)).findings[0]

    assert not any("Independently" in sentence.text for sentence in finding.sentences)


def test_a_korean_thesis_frames_english_quotes_in_korean() -> None:
    thesis = written("ko")

    assert any(COOLER.rstrip(".") in sentence.text for sentence in thesis.findings[0].sentences)
    frames = [re.sub("“[^”]*”", "", sentence.text) for sentence in every(thesis)]
    assert all(language(frame) == "ko" for frame in frames)


def test_the_other_side_of_a_finding_is_told() -> None:
    both = line(1, witness(1, COOLER), witness(2, "It made no difference at all.", type="CONTRADICTS"))

    told = written(claims=(both,)).findings[0].sentences

    assert any("Against it" in sentence.text and sentence.cites == ("obs_2",) for sentence in told)


def test_a_site_that_would_be_read_as_a_figure_is_not_named() -> None:
    named = line(1, witness(1, "Rooms under glass are cooler.", site="radio24.example"))

    sentences = every(written(claims=(named,)))

    assert sentences
    assert not any("24" in sentence.text for sentence in sentences)


def test_without_a_witness_nothing_is_written() -> None:
    alone = line(1, witness(1, COOLER, type="CONTRADICTS"))
    ask = WriteThesis(question="Do glass roofs cool?", claims=(alone,), language="en")

    assert isinstance(write.answer(ask, encoder()), Unable)


def test_what_was_measured_leads_before_what_a_seller_says_and_what_a_reader_cannot_read() -> None:
    company = "In trials that the company ran in 22 homes rooms under glass were five degrees cooler."
    claims = (
        line(1, witness(1, company, source_type="news"), witness(2, COOLER), strength=0.7),
        line(2, witness(3, 차이, source_type="official"), witness(4, COOLER), strength=0.7),
        line(3, witness(5, COOLER), witness(6, 차이), strength=0.6),
    )
    asked = WriteThesis(
        question="Does glass keep rooms cooler?", claims=claims, settled=(), unknown=(), language="en"
    )
    told = write.answer(asked, encoder())
    assert isinstance(told, WrittenThesis)
    assert told.answer[0].cites == ("obs_5",)


def test_what_is_confirmed_opens_the_answer_though_a_likely_claim_is_nearer_to_the_question() -> None:
    """A reader who stops after the first sentence has read what is best supported."""
    held = "Each holds under its own condition."
    claims = (
        line(1, witness(1, COOLER), tag="Likely"),
        line(2, witness(3, COSTS), tag="Confirmed"),
        line(3, witness(4, DRY), conditions=(held,), tag="Confirmed"),
        line(4, witness(5, WET), conditions=(held,), tag="Confirmed"),
    )
    told = written(claims=claims).answer
    assert set(told[0].cites) == {"obs_4", "obs_5"}
    assert told[1].text.startswith("Likely, though not beyond doubt: ")
    assert told[1].cites == ("obs_1",)


def test_a_quote_in_the_readers_language_is_told_first_and_another_is_marked_as_such() -> None:
    both = line(1, witness(1, 차이), witness(2, COOLER, site="housing.example"))
    alone = line(2, witness(3, "유리 지붕은 물로 헹궈야 한다."))
    told = written(claims=(both, alone)).findings
    assert COOLER.rstrip(".") in told[0].sentences[0].text
    assert told[0].title == COOLER.rstrip(".")
    assert f"(in Korean) “{차이.rstrip('.')}”" in told[0].sentences[2].text
    assert "says: (in Korean) “유리 지붕은" in told[1].sentences[0].text
    korean = written("ko", claims=(both, alone)).findings
    assert 차이.rstrip(".") in korean[0].sentences[0].text
    assert f"(영어 원문) “{COOLER.rstrip('.')}”" in korean[0].sentences[2].text


def test_a_quote_that_is_another_claims_words_does_not_stand_for_a_claim_in_another_language() -> None:
    sold = "The company says rooms were up to five degrees cooler."
    claims = (line(1, witness(1, 차이), witness(2, sold)), line(2, witness(2, sold)))
    told = written(claims=claims).findings[0]
    assert told.title == 차이.rstrip(".")
    assert told.sentences[0].cites == ("obs_1",)


def test_of_a_pair_the_claim_that_opens_by_contrast_comes_second() -> None:
    held = "Each holds under its own condition."
    wet = "반대로 습한 철에는 침실이 1.1도 높았다."
    dry = "마른 철에는 침실이 1.8도 낮았다."
    pair = (line(1, witness(1, wet), conditions=(held,)), line(2, witness(2, dry), conditions=(held,)))
    assert written("ko", claims=pair).answer[0].cites == ("obs_2", "obs_1")
