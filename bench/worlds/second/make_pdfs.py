"""Writes the two PDF files of this world, with their .meta files, into corpus/. Needs reportlab."""
# ruff: noqa: E501 (a paragraph stands on one line)

from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import Paragraph, SimpleDocTemplate

CORPUS = Path(__file__).parent / "corpus"

# A line that starts with "# " is a title, with "## " a heading; every other line is one paragraph.
ENGLISH_META = """\
url: https://mountainapiculture.example/articles/2021/40-photolysis
title: Loss of tarnelin from stored feeding syrup under light
author: Maud Estervelt, Jost Kavanel
date: 2021-10-26
doi: 10.5555/jma.2021.0040
"""

ENGLISH = """\
# Loss of tarnelin from stored feeding syrup under light
Maud Estervelt and Jost Kavanel. Journal of Mountain Apiculture, 26 October 2021.
## Abstract
Keepers report that tarnbell syrup sometimes works and sometimes does not. We suspected storage. Syrup kept in clear glass by a north window lost 66 percent of its tarnelin in fourteen days, and 88 percent in thirty. In brown glass the loss over a fortnight was 19 percent, and in steel cans it was 4 percent, hardly more than the error of the method.
## Methods
Twelve litres of syrup at 1.5 percent were made in one pot and divided among 48 vessels: clear glass, brown glass, translucent plastic and steel. Half of each kind stood at 8 degrees and half at 22. Samples were drawn twice a week and measured in duplicate by liquid chromatography.
## Results
Temperature had little influence within the range tested. Light had a great deal. Translucent canisters of the sort sold for the purpose proved nearly as bad as glass, with three fifths gone after two weeks on an open shelf. The first product of the reaction has no bitter taste and, in a small cage test with 200 mites, no activity.
A second test went to the field. Five colonies received syrup that had stood two weeks in the window and five received syrup from steel cans. Mite counts fell by 47 percent on the canned syrup and by 9 percent on the exposed one.
## Limits
Direct summer sun was not tried and would presumably act faster. We used one batch of plants. Dried flowers were not examined, although they too may suffer when they are spread out in the open.
"""

KOREAN_META = """\
url: https://ostervane-rda-ko.example/tech/bee-12.pdf
title: 양봉 기술자료 제12호 – 탄벨 당액 만들기와 보관
author: 오스터베인 산지농업연구원
date: 2023-07-20
"""

KOREAN = """\
# 양봉 기술자료 제12호: 탄벨 당액 만들기와 보관
오스터베인 산지농업연구원 양봉연구실, 2023년 7월 20일 펴냄
## 1. 만드는 법
물 10L를 끓여 불을 끄고 말린 꽃대 150g을 넣는다. 뚜껑을 덮어 세 시간 둔 뒤 체에 거르고 설탕 10kg을 녹인다. 식은 다음 색과 쓴맛을 확인한다. 꽃이 활짝 피기 직전에 거둔 것이 쓴 성분이 가장 많다.
## 2. 농도
연구실은 2020년부터 3년 동안 소형 벌통 60개에 농도를 달리한 당액을 먹이고 표지한 일벌의 수명을 조사하였다. 1%와 2% 처리구의 일벌은 무처리보다 각각 11%, 14% 오래 살았다. 3%에서는 차이가 없었다. 반대로 5% 처리구에서는 수명이 18% 줄었고 7%에서는 3분의 1이 짧아졌다. 따라서 묽은 당액의 이로움과 진한 당액의 해로움은 서로 어긋나는 결과가 아니라 농도가 다른 데서 온 것이다.
## 3. 보관
유효 성분인 탄엘린은 빛에 약하다. 투명 용기에 담아 실내 창가에 둔 당액은 2주 만에 성분의 64%를 잃었다. 같은 당액을 검은 말통에 담아 둔 경우에는 두 달이 지나도 9할 이상이 남았다. 냉장 여부는 큰 영향을 주지 않았다.
## 4. 먹이는 때
마지막 꿀을 뜬 뒤부터 9월 하순까지 서너 차례로 나누어 먹인다. 이 시기에 먹인 시험 봉군에서는 응애가 평균 49% 줄었다. 기온이 10도 아래로 내려가면 벌이 당액을 가져가지 않으므로 늦어도 10월 초에는 마친다.
## 5. 더 알아볼 것
애벌레에게 미치는 영향과 호박벌 같은 야생벌에 대한 영향은 아직 자료가 없다. 연구원은 관련 시험을 준비하고 있다.
"""

_KOREAN_FONT = "HYSMyeongJo-Medium"
_SIZES = {"title": 15, "heading": 12, "text": 10}


def main() -> None:
    pdfmetrics.registerFont(UnicodeCIDFont(_KOREAN_FONT))
    _write("light-storage-paper.pdf", ENGLISH, ENGLISH_META, "Times-Roman")
    _write("ko-tech-note-12.pdf", KOREAN, KOREAN_META, _KOREAN_FONT)


def _write(name: str, text: str, meta: str, font: str) -> None:
    styles = {
        kind: ParagraphStyle(kind, fontName=font, fontSize=size, leading=size * 1.5, spaceAfter=size * 0.6)
        for kind, size in _SIZES.items()
    }
    story = [_paragraph(line, styles) for line in text.splitlines()]
    # invariant: the same text gives the same bytes.
    SimpleDocTemplate(str(CORPUS / name), pagesize=A4, invariant=1).build([*story])
    (CORPUS / f"{name}.meta").write_text(meta, encoding="utf-8")


def _paragraph(line: str, styles: dict[str, ParagraphStyle]) -> Paragraph:
    kind = "heading" if line.startswith("## ") else "title" if line.startswith("# ") else "text"
    return Paragraph(escape(line.lstrip("# ")), styles[kind])


if __name__ == "__main__":
    main()
