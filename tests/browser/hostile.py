"""Strings that want to be more than text: the vendored list, and as many of our own as one likes, by seed."""

import json
from random import Random

from tools.farm import ROOT

NAUGHTY = ROOT / "tests" / "data" / "naughty-strings.json"
PAYLOAD = "window.broken=1"
_OPENERS = (
    "<script>{x}</script>",
    "<ScRiPt/x>{x}</sCrIpT >",
    "</script><script>{x}</script>",
    "<!--<script>{x}</script>-->",
    "--><svg onload={x}>",
    "]]><img src=x onerror={x}>",
    "</style><style>*{{display:none}}</style>",
    "</title></head><body onload={x}>",
    "</textarea></noscript></template><iframe srcdoc='<script>{x}</script>'></iframe>",
    "</details></summary></li></ol></section></main><h1>{x}</h1>",
    "<plaintext>",
    "<math><mtext></math><img src=x onerror={x}>",
    "<svg><style><img src=x onerror={x}>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=data:text/html,{x}'>",
    '<meta http-equiv="Content-Security-Policy" content="script-src *">',
    "<link rel=stylesheet href=//evil.example/a.css>",
    "<form action=//evil.example><input name=q autofocus onfocus={x}>",
)
_BREAKERS = (
    '"',
    "'",
    "`",
    '" onmouseover="{x}',
    "' autofocus onfocus='{x}",
    '"><img src=x onerror={x}>',
    " style=position:fixed onclick={x} ",
    '" id="data',
    '" href="javascript:{x}',
    "=\"'><a href=javascript:{x}>",
)
_ENTITIES = (
    "&lt;script&gt;{x}&lt;/script&gt;",
    "&#60;img src=x onerror={x}&#62;",
    "&#x3c;svg/onload={x}&#x3e;",
    "&amp;lt;b&amp;gt;",
    "&NewLine;&Tab;&colon;",
    "&#0;&#xD800;&#x110000;&bogus",
    "&lt",
    "%3Cscript%3E{x}%3C/script%3E",
    "\\u003cscript\\u003e{x}\\u003c/script\\u003e",
    "\\x3cimg onerror={x}\\x3e",
)
_TEMPLATES = (
    "{{{{constructor.constructor('{x}')()}}}}",
    "${{{x}}}",
    "#{{{x}}}",
    "<%= {x} %>",
    "{{% raw %}}",
    "{{0.__class__}}",
    "{{text}} {{claim!r}} {{names:>9}}",
    "%(text)s %s %n",
    "\\1\\g<0>$&$1",
    "{{",
    "}}",
)
_ADDRESSES = (
    "javascript:{x}",
    "JaVaScRiPt\t:{x}",
    "data:text/html,<script>{x}</script>",
    "https://evil.example/'onclick='{x}",
    'http://[::1"]/<script>',
    "//evil.example/a",
    "file:///etc/passwd",
    "https://user:pass@evil.example/",
    "vbscript:{x}",
    "blob:null/{x}",
    "url(//evil.example/a)",
    "@import '//evil.example/a.css'",
)
_HIDDEN = (
    "\0", "\x01\x02\x08", "\x0b\x0c\x1b[2J", "\x7f\x80\x9f", "\u202e", "\u202a\u202b\u202c\u202d",
    "\u2066\u2067\u2068\u2069", "\u200e\u200f\u061c", "\u2028\u2029", "\ufeff", "\ufff9\ufffa\ufffb",
    "\ud800", "\udfff\ud800", "\ufdd0\uffff", "\U000e0041\U000e007f", "\r\n\r", "\u200b\u2060", "\u0301" * 40,
)  # fmt: skip
_POOLS = (_OPENERS, _BREAKERS, _ENTITIES, _TEMPLATES, _ADDRESSES)


def naughty() -> list[str]:
    """The vendored list but for its empty string, which is no text at all."""
    known: list[str] = json.loads(NAUGHTY.read_text(encoding="utf-8"))
    return [text for text in known if text]


def hostile(count: int = 300, seed: int = 5) -> list[str]:
    """Ours: one trick or several together, whole, cut, doubled, shouted, or with hidden marks inside."""
    chance = Random(seed)
    made: dict[str, None] = {}
    while len(made) < count:
        tricks = [
            chance.choice(chance.choice(_POOLS)).format(x=PAYLOAD) for _ in range(chance.choice((1, 1, 2, 3)))
        ]
        text = chance.choice(("", " ", "\n", "x")).join(tricks)
        match chance.randrange(6):
            case 0:
                place = chance.randrange(len(text) + 1)
                text = text[:place] + chance.choice(_HIDDEN) + text[place:]
            case 1:
                text = chance.choice(_HIDDEN) + text + chance.choice(_HIDDEN)
            case 2:
                text = text[: chance.randrange(1, len(text) + 1)]
            case 3:
                text = text.upper()
            case 4:
                text += text
            case _:
                pass
        made[text] = None
    return list(made)
