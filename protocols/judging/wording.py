"""Reasons in words: one sentence for each kind, in English and in Korean."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pathfinder.protocols.graph.reasons import Reason, ReasonKind, Told
from pathfinder.protocols.text.rounding import hundredths

Heard = Callable[[Reason], str]
"""What is shown of a model's words."""

_EN: Mapping[ReasonKind, str] = MappingProxyType(
    {
        "no_evidence": "No quoted evidence of any weight bears on it.",
        "opposed": "Unanswered evidence {side} weighs {lighter:.2f} (investigators: {heads}, "
        "voices: {voices}), the other side {heavier:.2f}.",
        "rival": "The evidence for {names}, which excludes it, stands against it.",
        "agreed": "Investigators {side}: {heads}; voices: {voices}. {then}",
        "minority": "Investigators {side}: {heads}; voices: {voices}: too light to count as opposition.",
        "wish": "{names} asked for a further search.",
        "unheld": "There is evidence, but no investigator holds the side it favours.",
        "weak_evidence": "Investigators {side}: {heads}; voices: {voices}; all call their evidence weak.",
        "unargued": "Evidence {side} is unanswered, though nobody argues for it.",
        "alone": "Voices {side}: only {voices}; investigators: {heads}.",
        "upheld": "{then} It held against a challenge.",
        "weakened": "{then} A challenge weakened it: {words}",
        "refuted": "A challenge refuted what was agreed: {words}",
        "opposition_over": "The opposition no longer stands. {then}",
        "not_settled": "The cross-check did not settle it. {then}",
        "not_searched": "The further search could not be made. {then}",
        "side_agreed": "{voices} voices agree, {side}, {trusted} of them trusted (investigators: {heads}); "
        "strength of that side {strength:.2f}.",
        "outweighs": "The evidence {side} outweighs the other side by {ahead:.2f} ({heavier:.2f} against "
        "{lighter:.2f}, voices: {voices}), and sources of authority {better:.1f} or more alone do not say "
        "otherwise.",
        "few_trusted": "Trusted voices: {trusted} of {voices}, too few to confirm it.",
        "side_weak": "The strength of that side is {strength:.4f}, under the bar of {bar:.1f}.",
        "silent_review": "The challenge to it could not be read, or tested nothing.",
        "only_opinions": "Those who say so give opinions, not facts.",
        "self_described": "Its sources are trusted only by what they say of themselves.",
        "challenge": "{words}",
        "qualified": "Qualified by {names}.",
        "disputed": "Disputed: independent voices for it: {pro}; against it: {con}.",
        "unread": "The Judge's answer on what else says the same could not be read.",
        "asked_for": "{words}",
        "answer_to": "an answer to the challenge: {words}",
        "what_decides": "what decides between it and {names}",
        "why_disagree": "when or why the sources disagree (a condition, a definition, a retraction)",
        "trusted_source": "a trusted source on either side",
        "second_voice": "a second, independent voice",
        "fell": "strength {strength:.2f} (visits: {visits})",
        "weak": "strength {strength:.2f}",
        "thinned_out": "thinned out at strength {strength:.2f} after {visits} visits, "
        "with {voices} voices against it",
        "lost": "lost against {names}: {words}",
        "merged": "merged into {names}: {words}",
        "revived": "new voices speak for it",
        "under_bar": "strength {strength:.4f} is under {bar:.2f}",
        "few_visits": "visited {visits} of {needed} times",
        "no_trusted_voice": "no trusted voice supports it",
        "strong_contradiction": "a strong contradiction is unanswered",
        "strong_rival": "a conflict with a strong hypothesis is unresolved",
    }
)
_KO: Mapping[ReasonKind, str] = MappingProxyType(
    {
        "no_evidence": "무게 있는 인용이 없습니다.",
        "opposed": "해소되지 않은 {side} 증거의 무게가 {lighter:.2f}이고 (조사관 {heads}명, "
        "목소리 {voices}개) 반대편은 {heavier:.2f}입니다.",
        "rival": "함께 성립할 수 없는 주장 {names}의 증거가 맞서고 있습니다.",
        "agreed": "조사관 {heads}명, 목소리 {voices}개가 {side}합니다. {then}",
        "minority": "{side} 쪽은 조사관 {heads}명, 목소리 {voices}개로, 반대로 세기에는 너무 가볍습니다.",
        "wish": "{names} 조사관이 추가 조사를 요청했습니다.",
        "unheld": "증거는 있으나 그쪽을 주장하는 조사관이 없습니다.",
        "weak_evidence": "{side}하는 조사관은 {heads}명, 목소리는 {voices}개이며 "
        "모두 증거가 약하다고 봅니다.",
        "unargued": "{side}을 주장하는 조사관은 없지만 그쪽 증거가 해소되지 않았습니다.",
        "alone": "{side}하는 조사관은 {heads}명, 목소리는 {voices}개뿐입니다.",
        "upheld": "{then} 반론을 시도했으나 견뎠습니다.",
        "weakened": "{then} 반론으로 약해졌습니다: {words}",
        "refuted": "합의했던 것이 반론으로 뒤집혔습니다: {words}",
        "opposition_over": "반대 증거는 더 이상 서지 않습니다. {then}",
        "not_settled": "교차 확인으로도 결론이 나지 않았습니다. {then}",
        "not_searched": "추가 조사를 하지 못했습니다. {then}",
        "side_agreed": "목소리 {voices}개(신뢰 {trusted}개, 조사관 {heads}명)가 {side} 쪽으로 "
        "일치하며, 그쪽의 강도는 {strength:.2f}입니다.",
        "outweighs": "{side} 증거의 무게가 반대편보다 {ahead:.2f} 앞서고({heavier:.2f} 대 {lighter:.2f}, "
        "목소리 {voices}개), 권위 {better:.1f} 이상의 출처만 보아도 반대로 기울지 않습니다.",
        "few_trusted": "신뢰할 수 있는 목소리가 {voices}개 가운데 {trusted}개로, 확정하기에 모자랍니다.",
        "side_weak": "그쪽의 강도가 {strength:.4f}로 기준 {bar:.1f}에 못 미칩니다.",
        "silent_review": "반론 검토의 답을 읽을 수 없거나 검토한 것이 없었습니다.",
        "only_opinions": "이를 말하는 출처는 사실이 아니라 의견을 제시합니다.",
        "self_described": "출처의 신뢰도가 스스로 밝힌 내용에만 근거합니다.",
        "challenge": "{words}",
        "qualified": "단서가 되는 관찰: {names}.",
        "disputed": "엇갈림: 독립된 목소리가 찬성 {pro}개, 반대 {con}개입니다.",
        "unread": "같은 주장인지에 대한 판정 모델의 답을 읽을 수 없었습니다.",
        "asked_for": "{words}",
        "answer_to": "반론에 대한 답: {words}",
        "what_decides": "이 주장과 {names} 가운데 무엇이 맞는지 가릴 증거",
        "why_disagree": "출처들이 언제, 왜 엇갈리는지 (조건, 정의, 철회)",
        "trusted_source": "어느 쪽이든 신뢰할 수 있는 출처",
        "second_voice": "독립된 두 번째 목소리",
        "fell": "강도 {strength:.2f} (조사 {visits}회)",
        "weak": "강도 {strength:.2f}",
        "thinned_out": "조사 {visits}회 후 강도 {strength:.2f}, 목소리 {voices}개가 반박해 솎아냄",
        "lost": "{names} 주장과 충돌하여 기각: {words}",
        "merged": "{names}에 병합: {words}",
        "revived": "새로운 목소리가 지지함",
        "under_bar": "강도가 {strength:.4f}로 기준 {bar:.2f}에 못 미침",
        "few_visits": "조사 {visits}회 (필요 {needed}회)",
        "no_trusted_voice": "신뢰할 수 있는 지지 목소리가 없음",
        "strong_contradiction": "강한 반박이 해소되지 않음",
        "strong_rival": "강한 주장과의 충돌이 해소되지 않음",
    }
)
_SIDES = {"en": {"for": "for it", "against": "against it"}, "ko": {"for": "지지", "against": "반박"}}


class _Figure(float):
    """A figure that rounds as every view does."""

    def __format__(self, places: str) -> str:
        return hundredths(self) if places == ".2f" else super().__format__(places)


def worded(told: Told, language: str = "en", heard: Heard | None = None) -> str:
    """A reason in Korean, or in English for everyone else; `heard` says what is shown of a model's words.

    Plain text of an older session stays as it is.
    """
    if isinstance(told, str):
        return told
    tongue, sentences = ("ko", _KO) if language == "ko" else ("en", _EN)
    sentence = sentences[told.kind].format(
        **{
            name: _Figure(value) if isinstance(value, float) else value
            for name, value in told.figures.items()
        },
        side="" if told.side is None else _SIDES[tongue][told.side],
        names=", ".join(told.names),
        words=told.words if heard is None else heard(told),
        then="" if told.then is None else worded(told.then, language, heard),
    )
    return sentence.rstrip(": ")
