"""What the reading list says, in English and in Korean."""

from dataclasses import dataclass

from pathfinder.reports.markdown.summary import Tongue


@dataclass(frozen=True, kw_only=True)
class ListWords:
    """One language."""

    title: str
    not_judged: str
    read: str
    part: str
    nothing: str
    first_of: str
    sources: str
    copies: str
    also: str
    under: str
    retracted: str
    retracted_title: str
    retracted_row: str
    figures: str
    figure_columns: tuple[str, str, str, str, str]
    differ: str
    differ_note: str
    these_two: str
    documents: str
    types: dict[str, str]
    undated: str


_EN = ListWords(
    title="Reading list: {question}",
    not_judged=(
        "No language model was asked, so nothing here is judged: these are the passages nearest to the "
        "question, in the words of their sources."
    ),
    read="{documents} documents read; {passages} passages listed; {merged} near-identical ones merged.",
    part="Part {number}: {text}",
    nothing="No passage was found for this part.",
    first_of="{shown} of {listed} passages",
    sources="{count} independent sources",
    copies="{count} documents, 1 independent source: copies of one text",
    also="also in: {titles}",
    under="under “{heading}”",
    retracted="RETRACTED",
    retracted_title="Retracted sources",
    retracted_row="{title}: marked as retracted ({why})",
    figures="Figures side by side",
    figure_columns=("Value", "Unit", "What", "Source", "Date"),
    differ="These two differ",
    differ_note="The passages of a pair are about the same thing, and their figures or their denial differ. "
    "Which of them holds was not judged.",
    these_two="These two differ:",
    documents="Documents",
    types={
        "paper": "paper", "official": "official", "news": "news", "blog": "blog", "forum": "forum",
        "unknown": "document",
    },
    undated="no date",
)  # fmt: skip
_KO = ListWords(
    title="읽을거리 목록: {question}",
    not_judged=(
        "언어 모델 없이 만든 목록이라 아무것도 판정하지 않았습니다. "
        "질문에 가장 가까운 구절을 출처의 말 그대로 모았습니다."
    ),
    read="읽은 문서 {documents}개, 구절 {passages}개, 거의 같은 구절 {merged}개는 하나로 묶었습니다.",
    part="부분 {number}: {text}",
    nothing="이 부분에 가까운 구절을 찾지 못했습니다.",
    first_of="구절 {listed}개 중 {shown}개",
    sources="독립된 출처 {count}곳",
    copies="문서 {count}개, 독립된 출처 1곳: 같은 글의 사본",
    also="같은 내용: {titles}",
    under="“{heading}” 아래",
    retracted="철회됨",
    retracted_title="철회된 출처",
    retracted_row="{title}: 철회되었다고 표시된 출처 ({why})",
    figures="나란히 본 수치",
    figure_columns=("값", "단위", "내용", "출처", "날짜"),
    differ="서로 다른 두 구절",
    differ_note="각 쌍은 같은 것을 말하지만 수치나 부정이 다릅니다. 어느 쪽이 맞는지는 판정하지 않았습니다.",
    these_two="이 둘은 서로 다릅니다:",
    documents="문서",
    types={
        "paper": "논문", "official": "공식", "news": "뉴스", "blog": "블로그", "forum": "게시판",
        "unknown": "문서",
    },
    undated="날짜 없음",
)  # fmt: skip

LIST_WORDS: dict[Tongue, ListWords] = {"en": _EN, "ko": _KO}
