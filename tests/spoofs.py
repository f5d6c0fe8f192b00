"""Addresses that look like a trusted host and are not: each trick, on each host, at each place."""

from collections.abc import Callable, Iterator

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


def spoofs() -> Iterator[str]:
    """Every look-alike, no two the same."""
    yield from dict.fromkeys(spoof for host in TRUSTED_HOSTS for spoof in _spoofs_of(host))


def _spoofs_of(host: str) -> Iterator[str]:
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
