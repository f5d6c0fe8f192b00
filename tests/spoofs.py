"""Addresses that look like a trusted host and are not: each trick, on each host, at each place."""

from collections.abc import Callable, Iterator

from pathfinder.protocols.evidence.self_description import SelfDescription

TRUSTED_HOSTS = (
    "arxiv.org",
    "pubmed.ncbi.nlm.nih.gov",
    "docs.python.org",
    "who.int",
    "korea.kr",
    "seoul.go.kr",
    "cdc.gov",
    "reuters.com",
    "yna.co.kr",
    "rfc-editor.org",
)

_LOOK_ALIKES = str.maketrans("acdeghijklnoprsuvxy", "асԁеɡһіјкӏոоргѕυνху")
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e\u2063\U000e0061"
_INSIDE = " \t\n\r\x00\x0b\x7f\u00a0\u3000\u2028\u202e\\,;&!$'()*+<>^`{|}~\""
_DOTS = "\u3002\uff0e\uff61\u2024\ufe52\u00b7\u0701"
_SLASHES = "\u2044\u2215\uff0f\u29f8\u2100\u2101\u2105\uff03\uff1f\uff20\ufe6b\uff1a\ufe55"

_WHOLE: tuple[Callable[[str], str], ...] = (
    lambda host: f"https://{host}.evil.com/",
    lambda host: f"https://{host}@evil.com/",
    lambda host: f"https://{host}:443@evil.com/",
    lambda host: f"https://{host}%40evil.com/",
    lambda host: f"https://user@{host}/",
    lambda host: f"https://evil.com@{host}/",
    lambda host: f"https://{host}%2eevil.com/",
    lambda host: f"https://{host}%00.evil.com/",
    lambda host: f"https://{host}%2f.evil.com/",
    lambda host: f"https://{host}\\@evil.com/",
    lambda host: f"https://evil.com\\@{host}/",
    lambda host: f"https://evil.com\\.{host}/",
    lambda host: f"https:\\\\{host}/",
    lambda host: f"https://evil.com/{host}",
    lambda host: f"https://evil.com/https://{host}/",
    lambda host: f"https://evil.com?{host}",
    lambda host: f"https://evil.com#@{host}/",
    lambda host: f"https://evil.com;{host}/",
    lambda host: f"https://{host.replace('.', '-')}.com/",
    lambda host: f"https://{host.replace('.', '-')}.translate.goog/",
    lambda host: f"https://not{host.replace('.', '')}.org/",
    lambda host: f"https://{host}-papers.com/",
    lambda host: f"https://{host}./",
    lambda host: f"https://.{host}/",
    lambda host: f"https://{host}../",
    lambda host: f"https://{host.replace('.', '..', 1)}/",
    lambda host: f"https://{host}:8443/",
    lambda host: f"https://{host}:80/",
    lambda host: f"http://{host}:443/",
    lambda host: f"https://{host}:99999/",
    lambda host: f"https://{host}:0/",
    lambda host: f"https://{host}:4a3/",
    lambda host: f"https://[{host}]/",
    lambda host: f"https://[::1]{host}/",
    lambda host: f"https:/{host}/",
    lambda host: f"https:///{host}/",
    lambda host: f"https:{host}/",
    lambda host: f"https://https://{host}/",
    lambda host: f"//{host}/",
    lambda host: f"{host}/",
    lambda host: f"ftp://{host}/",
    lambda host: f"file://{host}/",
    lambda host: f"javascript:{host}//",
    lambda host: f"httpſ://{host}/",
    lambda host: f"ht\ntps://{host}/",
    lambda host: f"view-source:https://{host}/",
    lambda host: f"https://xn--{host}/",
    lambda host: f"https://xn--{host.replace('.', '-.', 1)}/",
    lambda host: f"https://{host.translate(_LOOK_ALIKES)}/",
    lambda host: f"https://{''.join(chr(ord(c) + 0xFEE0) if c != '.' else c for c in host)}/",
    lambda host: f"https://{''.join(chr(0x24D0 + ord(c) - 97) if c.isalpha() else c for c in host)}/",
    lambda host: f"https://{''.join(chr(0x1D41A + ord(c) - 97) if c.isalpha() else c for c in host)}/",
    lambda host: f"https://%{ord(host[0]):02x}{host[1:]}/",
)

_PATTERNS = (
    "https://docs.{dashed}.com/",
    "https://developer.{dashed}.com/",
    "https://docs.{host}.evil.com/",
    "https://{host}.docs.evil.com/",
    "https://docs.evil.com/{host}/",
    "https://docs-{dashed}.com/",
    "https://docs.{dashed}.com.evil.org/",
    "https://www.docs.{dashed}.com/",
    "https://evil.com/docs/{host}/",
    "https://evil.com/{host}/docs/",
    "https://evil.com/en/latest/{host}",
    "https://spec.{dashed}.org/",
    "https://support.{dashed}.com/thread/1",
    "https://docs.{dashed}.com:8443/",
    "https://docs.{dashed}.xn--p1ai/",
    "https://docs.192.0.2.7/{host}",
    "https://{dashed}.readthedocs.io/",
    "https://{dashed}.readthedocs.io.evil.com/",
    "https://readthedocs.io/{host}",
    "https://docs.rs/{dashed}/latest/",
    "https://{dashed}.gitbook.io/docs/",
    "https://{dashed}.github.io/docs/",
    "https://{dashed}.github.io/{host}/",
    "https://{dashed}.github.io.evil.com/docs/",
    "https://github.com/{dashed}/tool",
    "https://github.com/{dashed}/tool/releases",
    "https://github.com/{dashed}/docs/blob/main/{host}.md",
    "https://github.com/{dashed}/tool/issues/1",
    "https://github.com/evil/{host}/blob/main/README.md",
    "https://github.com.evil.com/{dashed}/tool",
    "https://raw.githubusercontent.com/{dashed}/tool/main/README.md",
    "https://gist.github.com/{dashed}/1",
    "https://gitlab.com/{dashed}/tool/-/blob/main/README.md",
    "https://huggingface.co/{dashed}/tool",
    "https://journals.{dashed}.com/",
    "https://evil.com/doi/10.1038/{dashed}",
    "https://evil.com/doi/full/10.48550/arxiv.2401.00001/{host}",
    "https://evil.com/abs/2401.00001?{host}",
    "https://{dashed}.edu.evil.com/",
    "https://{dashed}.edu.eu.org/",
    "https://{dashed}.edu.pl/",
    "https://{host}.gov.evil.com/",
    "https://gov.{dashed}.com/",
    "https://{dashed}.gov.com/",
    "https://{dashed}.us.com/docs/",
    "https://{dashed}.vercel.app/docs/",
    "https://docs-{dashed}.netlify.app/",
    "https://docs.{dashed}.pages.dev/",
    "https://{dashed}.wordpress.com/docs/",
    "https://medium.com/@{dashed}/docs",
    "https://docs.google.com/document/d/{dashed}",
    "https://sites.google.com/view/{dashed}/docs",
    "https://blog.{dashed}.com/",
    "https://deepwiki.com/{dashed}/docs",
)
"""Addresses that fit a pattern, or nearly do, in the name of a trusted host."""


def spoofs() -> Iterator[str]:
    """Every look-alike, no two the same."""
    yield from dict.fromkeys(spoof for host in TRUSTED_HOSTS for spoof in spoofs_of(host))


def pattern_spoofs() -> Iterator[str]:
    """Every address that dresses up for a pattern, no two the same."""
    yield from dict.fromkeys(spoof for host in TRUSTED_HOSTS for spoof in pattern_spoofs_of(host))


def pattern_spoofs_of(host: str) -> Iterator[str]:
    """Addresses in the name of a host that fit a pattern, or nearly do."""
    yield from (pattern.format(host=host, dashed=host.replace(".", "-")) for pattern in _PATTERNS)


def boasts(host: str) -> tuple[SelfDescription, ...]:
    """What a page can claim in the name of a host."""
    everything = SelfDescription(
        citation=True, byline=True, dated=True, organisations=(f"https://{host}/",), site_name=host
    )
    kinds = ("scholarlyarticle", "newsarticle", "governmentorganization", "techarticle", "qapage")
    return (
        *(everything.model_copy(update={"kinds": (kind,), "citation": False}) for kind in kinds),
        everything,
        SelfDescription(organisations=(f"https://{host}/",), site_name=host),
    )


def spoofs_of(host: str) -> Iterator[str]:
    """Every look-alike of one host."""
    yield from (trick(host) for trick in _WHOLE)
    yield from (f"https://{host[:3]}{mark}{host[3:]}/" for mark in _INVISIBLE + _INSIDE)
    yield from (f"https://{host.replace('.', dot, 1)}/" for dot in _DOTS)
    yield from (f"https://{host}{slash}.evil.com/" for slash in _SLASHES)
    for place, letter in enumerate(host):
        other = letter.translate(_LOOK_ALIKES)
        if other != letter:
            swapped = host[:place] + other + host[place + 1 :]
            yield f"https://{swapped}/"
            yield f"https://{_ascii(swapped)}/"


def _ascii(host: str) -> str:
    labels = (
        label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in host.split(".")
    )
    return ".".join(labels)
