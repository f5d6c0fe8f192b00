"""Words that carry no content of their own, in English and Korean."""


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


ENGLISH = _words(
    """
    a about above across after again against all almost alone along already also although always am among an
    and another any anyone anything are around as at away back be became because become becomes been before
    being below between both but by came can cannot come comes could did do does doing done down during each
    either else enough especially etc even ever every everyone everything few for found from further
    furthermore gave generally get gets give given gives go goes going gone got had has have having he hence
    her here hers herself him himself his how however i if in indeed instead into is it its itself just keep
    kept know known largely last later least less let like likely made mainly make makes making many may me
    might mine more moreover most mostly much must my myself namely near nearly neither never nevertheless
    no nobody none nor not nothing now of off often on once one ones only onto or other others otherwise our
    ours ourselves out over own per perhaps put quite rather really said same saw say says see seem seemed
    seems seen several shall she should show showed shown shows since so some someone something sometimes
    somewhat still such take taken takes than that the their theirs them themselves then there thereby
    therefore these they thing things this those though through throughout thus to together too took toward
    towards under unless until up upon us use used uses using usually various very via was way we well went
    were what whatever when where whereas whether which while who whole whom whose why will with within
    without would yes yet you your yours yourself ve ll re don doesn didn isn aren wasn weren won couldn
    shouldn wouldn hasn haven hadn mustn et al eg ie vs first second two three new
    """
)

KOREAN = _words(
    """
    것 거 수 등 및 그 이 저 또 또한 또는 혹은 그리고 그러나 그런데 그래서 하지만 그렇지만 따라서 즉 때 때문
    경우 더 덜 가장 매우 아주 너무 모든 모두 각 각각 여러 어떤 어느 무슨 왜 어떻게 무엇 누구 언제 어디
    얼마나 얼마 우리 저희 여기 거기 저기 이것 그것 저것 이런 그런 저런 이러한 그러한 이렇게 그렇게 대한 대해
    대하여 위해 위한 위하여 통해 통한 통하여 따라 따른 따르면 의해 의한 의하면 관한 관해 관련 있 없 있다
    없다 있는 없는 있어 없어 있음 없음 있으며 없으며 있고 없고 있었 없었 하다 한다 하는 한 할 해 하고 하여
    했다 되다 된다 되는 된 될 돼 됐다 이다 이며 이고 아니 아니다 아닌 않 않다 않는 않은 않았 못 못하 안 잘
    좀 꼭 바로 거의 약 약간 다소 보다 다시 이미 아직 항상 자주 가끔 주로 특히 단 다만 오히려 만약 만일 비록
    같 같은 같이 다른 다르 새 새로운 첫 두 세 네 몇 많 많은 많이 적 적은 크 큰 작은 뿐 뿐만 중 내 외 간 후
    전 앞 뒤 위 아래 안팎 점 바 데 줄 채 만큼 정도 이상 이하 사이 동안 지금 현재 최근 오늘 어제 그동안 나 너
    그녀 그들 여러분 씨 님 나타나 나타났 보이 보였 말했 밝혔 전했 알려 알려졌 대체 과연 정말 실제 실제로 주
    개 년 월 일 명 번 시 분 원
    """
)
