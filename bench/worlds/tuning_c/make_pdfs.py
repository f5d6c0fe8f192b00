"""Makes the PDF documents of this world; needs reportlab, which nothing else here does."""

from pathlib import Path

from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import Paragraph, SimpleDocTemplate

CORPUS = Path(__file__).parent / "corpus"

DOCUMENTS = {
    "paper-ko-mother-starter.pdf": (
        "HYSMyeongJo-Medium",
        [
            "# 씨움물을 이어 쓰는 횟수에 따른 다스크 삭힘 속도의 변화",
            "목단우, 차윤슬 (노을재 곡물연구모임). 농식논총 2023년 가을호.",
            "# 요약",
            "먼젓번 움에서 떠 둔 걸쭉한 물을 씨움물이라 부른다. 이것을 넣으면 빨리 삭는다는 것은 누구나 알지만, 같은 씨움물을 몇 번까지 이어 써도 되는지는 물어본 사람이 없었다. 우리는 한 씨움물을 열 차례 이어 쓰면서 베신이 기준치 아래로 내려가는 날을 헤아렸다.",
            "# 방법",
            "독 하나에 부순 다스크 스무 되를 담고 씨움물 두 되를 섞었다. 견줄 독에는 맹물만 부었다. 날마다 한 숟갈씩 떠서 베신을 재었다. 다 삭으면 다시 두 되를 떠서 다음 독에 옮겼다.",
            "# 결과",
            "맹물만 부은 독은 베신이 킬로그램당 60밀리그램 아래로 내려가는 데 스무하루가 걸렸고, 씨움물을 넣은 첫 독은 아흐레 만에 같은 값에 이르렀다. 그러나 일곱 번째로 이어 쓴 독부터는 다시 느려져 열 번째 독은 열엿새가 걸렸으니, 씨움물의 힘이 끝없이 이어지지는 않는다. 두 경우 모두 다 삭은 뒤에 남은 베신은 처음의 16분의 1을 넘지 않았다. 견주어 볼 요량으로 네 시간 삶기만 한 곡식에서는 처음 양의 열에 여섯이 그대로 나왔다.",
            "# 한계와 남은 물음",
            "독은 땅속의 움과 달라 온도가 고르다. 씨움물 속에 어떤 균이 사는지는 살피지 못하였다. 젖먹이를 둔 어머니가 먹어도 되는 베신의 양이 얼마인지 묻는 이가 많았으나, 우리도 답을 알지 못한다. 도움을 준 이웃들에게 고마움을 전한다.",
        ],
    ),
    "official-lining-order.pdf": (
        "Times-Roman",
        [
            "# Order 2022/5: Linings of pits and vats used for fermenting grain",
            "Torvane Food Office, Contaminants Section. In force from 1 July 2022.",
            "# 1 Purpose",
            "This order regulates the materials with which acid grain mash may be in contact during fermentation. It rests on the survey of 2021 and on the Office's own examination of 60 pits, which is summarised in section 3.",
            "# 2 Permitted and prohibited linings",
            "Fieldstone, slate, unglazed brick, food-grade steel and oak are permitted. Glazed ceramic of any age is prohibited unless a certificate shows that it releases less than 0.1 mg of lead per square decimetre in the acid test of annex A.",
            "# 3 Grounds",
            "In the Office's examination haldrum from glazed pits held on average forty times as much lead as haldrum from pits with stone or brick walls. When nine of the glazed pits were stripped to the stone and filled again from the same sack of grain, the metal fell to the level of the background in all nine. Soil lead beside the pits was unremarkable. Limewash delayed the release and did not prevent it.",
            "# 4 Removal",
            "Tiles shall be taken out whole and handed in at a district depot. They shall not be broken up for paths. A grant of 140 crowns per pit may be claimed until the end of 2024.",
            "# 5 Open points",
            "The Office has not determined how much lead has been taken up by families who ate from such pits for decades, and a study of blood levels has been proposed to the Ministry. Comments on annex A are invited before 1 June.",
        ],
    ),
}


def write(name: str, font: str, paragraphs: list[str]) -> None:
    """One small PDF; lines break at spaces only, so that words stay whole when they are read back."""
    body = ParagraphStyle("body", fontName=font, fontSize=10, leading=15, spaceAfter=6)
    head = ParagraphStyle("head", parent=body, fontSize=12, leading=17, spaceBefore=6)
    story = [
        Paragraph(text.removeprefix("# "), head if text.startswith("# ") else body) for text in paragraphs
    ]
    document = SimpleDocTemplate(
        str(CORPUS / name),
        pagesize=A5,
        title=paragraphs[0].removeprefix("# "),
        author="Pathfinder test corpus",
        invariant=True,
    )
    document.build(story)


def main() -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HYSMyeongJo-Medium"))
    for name, (font, paragraphs) in DOCUMENTS.items():
        write(name, font, paragraphs)


if __name__ == "__main__":
    main()
