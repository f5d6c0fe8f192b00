"""Makes the two PDF documents of the demo corpus, with reportlab: `python -m tools.demo_pdfs`."""

from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

from tools.farm import ROOT

CORPUS = ROOT / "demo" / "corpus"

FIXINGS = [
    "# Technical Note 77-3: Clips for glass roofing in marine air",
    "Veyra Standards Bureau, Fixings Section. Issued 9 May 2022.",
    "# 1 Scope",
    "This note gives the grounds for the revision of standard VS 77 and applies to the spring clips by "
    "which tidal-glass panels are fastened to battens. Nails, screws and adhesives are dealt with "
    "elsewhere.",
    "# 2 Exposure trial",
    "Four kinds of clip were mounted on frames at the tide gauge in Brannick, at the lighthouse on Dovrel "
    "Point and, for comparison, in the Bureau's yard at Ulvane, 14 km from any shore. Fifty clips of each "
    "kind were taken down every twelve months and pulled until they let go.",
    "# 3 Results",
    "At the two marine sites hot-dip galvanised clips fell below the required 900 newtons after 52 and 57 "
    "months respectively. Clips of aluminium bronze still held more than 1,400 newtons when the trial was "
    "closed after eight years. At Ulvane the galvanised kind lost only a twentieth of its strength in the "
    "same eight years. Clips dipped in paint did no better than bare ones, because the paint cracked where "
    "the spring bends.",
    "# 4 Consequences",
    "Within the marine zone, which reaches 1,000 m inland from mean high water, VS 77 henceforth calls for "
    "bronze. Owners of roofs already fixed with coated steel in that zone should have them examined in the "
    "fourth year and every year after. The Bureau regards a change of all clips as due when one in ten "
    "fails the hand test described in annex B.",
    "# 5 Open points",
    "Stainless clips were supplied too late to be included. The effect of brine seeping from damaged "
    "panels was seen on several frames and has not been quantified. Comments may be sent to the section "
    "before 1 September.",
]

WASHING = [
    "# 조석유리 지붕의 물헹굼 주기와 냉각 성능: 학교 건물 아홉 동의 4년 기록",
    "소라결, 남이슬 (윤슬건축연구모임). 베이라 건축환경 논집 2023년 가을호.",
    "# 요약",
    "조석유리판은 숨을 쉬듯 수분을 주고받아야 제 몫을 한다. 판의 구멍이 막히면 성능이 떨어진다는 것은 "
    "알려져 있으나, 얼마나 자주 헹구어야 하는지를 실제 건물에서 비교한 자료는 없었다. 우리는 윤슬군 안의 "
    "학교 아홉 동을 세 무리로 나누어 4년 동안 지붕 아래로 들어오는 열을 재었다.",
    "# 방법",
    "첫째 무리는 전혀 헹구지 않았고, 둘째 무리는 한 해에 한 번, 셋째 무리는 봄과 가을에 한 번씩 수돗물로 "
    "헹구었다. 동마다 열류판 여섯 장을 지붕 밑에 붙이고 십오 분마다 값을 적었다. 4년째 되는 해에는 첫째 "
    "무리도 한 차례 헹군 뒤 다시 재었다.",
    "# 결과",
    "헹구지 않은 건물은 만 3년이 되었을 때 냉각량이 처음의 68%까지 내려갔다. 한 해에 한 번 헹군 건물은 "
    "84%, 두 번 헹군 건물은 94%를 지켰다. 방치했던 건물도 한 차례 헹구고 나자 91%로 올라섰다. 뜻밖의 "
    "결과도 있었다. 빗물을 받아 두었다가 헹군 한 동은 수돗물을 쓴 동보다 회복 폭이 절반에 그쳤는데, 받아 "
    "둔 빗물에 바다 소금이 섞여 있었기 때문으로 보인다.",
    "# 한계와 남은 물음",
    "학교는 낮에만 쓰는 건물이어서 밤의 성능은 다루지 못하였다. 아홉 동 가운데 두 동은 도중에 지붕을 고쳐 "
    "자료가 반년씩 비어 있다. 판의 수명이 다한 뒤 이를 되살려 쓰거나 버리는 방법에 대해서는 제조사에 두 "
    "차례 물었으나 답을 받지 못하였다. 헹구는 데 쓰는 물의 양은 지붕 100제곱미터에 300리터 남짓이었다. "
    "가뭄이 든 해에는 이마저 부담이 될 수 있으므로, 적은 물로 헹구는 방법을 찾는 일이 다음 과제로 남는다. "
    "도움을 준 학교와 학생들에게 고마움을 전한다.",
]


def write(name: str, title: str, font: str, paragraphs: list[str]) -> None:
    """One small PDF; lines break at spaces only, so that words stay whole when they are read back."""
    body = ParagraphStyle("body", fontName=font, fontSize=10, leading=15, spaceAfter=6)
    head = ParagraphStyle("head", parent=body, fontSize=12, leading=17, spaceBefore=6)
    story: list[Flowable] = [
        Paragraph(text.removeprefix("# "), head if text.startswith("# ") else body) for text in paragraphs
    ]
    document = SimpleDocTemplate(
        str(CORPUS / name), pagesize=A5, title=title, author="Pathfinder demo corpus", invariant=True
    )
    document.build(story)


def main() -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HYSMyeongJo-Medium"))
    write("official-standards-fixings.pdf", FIXINGS[0].removeprefix("# "), "Times-Roman", FIXINGS)
    write("paper-ko-washing.pdf", WASHING[0].removeprefix("# "), "HYSMyeongJo-Medium", WASHING)


if __name__ == "__main__":
    main()
