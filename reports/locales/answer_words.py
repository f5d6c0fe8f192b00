"""The headings around an answer, in two languages."""

from dataclasses import dataclass

from pathfinder.protocols.text.languages import Language


@dataclass(frozen=True, kw_only=True)
class AnswerWords:
    """One language."""

    answer: str
    findings: str
    recommendations: str
    caution: str
    unknown: str
    sources: str
    not_told: str
    not_told_intro: str
    not_told_parts: str
    not_told_claims: str
    not_told_facts: str
    not_told_audit: str
    in_the_report: str
    own_quote: str
    sums: str
    to_research: str
    sure: str
    written_by: str
    unrevised: str
    claims: str
    cites: str
    retracted: str
    whole: str


EN = AnswerWords(
    answer="Answer",
    findings="What was found",
    recommendations="Recommendations",
    caution="Read with caution",
    unknown="Not known",
    sources="Sources of the answer",
    not_told="Not told in the answer",
    not_told_intro="Settled claims, measurements and warnings that the answer leaves out.",
    not_told_parts="Part of the question without an answer",
    not_told_claims="Claim",
    not_told_facts="Measurement",
    not_told_audit="Warning",
    in_the_report="`pathfinder report --judge` lists them in full.",
    own_quote="quoted for the answer only",
    sums="calculated",
    to_research="To find out",
    sure="How sure",
    written_by="Written by {name}. A program looked up every quote and every figure; numbers in brackets "
    "name the source and the quote. What has no number is the writer's own conclusion.",
    unrevised="This is a draft that was not revised.",
    claims="Hypotheses",
    cites="Sources",
    retracted="retracted: {reason}",
    whole="Findings, cautions and quotes: `pathfinder report`",
)
KO = AnswerWords(
    answer="답",
    findings="알아낸 것",
    recommendations="권고",
    caution="주의해서 읽을 것",
    unknown="알 수 없는 것",
    sources="답의 출처",
    not_told="답에서 다루지 않은 것",
    not_told_intro="확정되었거나 유력한 주장, 측정값, 주의할 점 가운데 답에 담지 않은 것입니다.",
    not_told_parts="답하지 못한 질문의 부분",
    not_told_claims="주장",
    not_told_facts="측정값",
    not_told_audit="주의할 점",
    in_the_report="전체 목록은 `pathfinder report --judge`에 있습니다.",
    own_quote="답에서만 인용",
    sums="계산",
    to_research="더 알아볼 것",
    sure="확실한 정도",
    written_by="작성: {name}. 모든 인용과 숫자를 프로그램이 원문과 대조했습니다. "
    "괄호 안의 번호는 출처와 인용을 가리키고, 번호가 없는 말은 작성자의 판단입니다.",
    unrevised="고쳐 쓰지 않은 초안입니다.",
    claims="가설",
    cites="출처",
    retracted="철회됨: {reason}",
    whole="알아낸 것, 주의할 점, 인용 전체: `pathfinder report`",
)


def answer_words(spoken: Language) -> AnswerWords:
    """Korean for Korean, English for every other."""
    return KO if spoken == "ko" else EN
