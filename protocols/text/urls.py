"""Web addresses read strictly: which host a client would connect to, and one normal form.

Where two parsers could disagree about the host (user names, backslashes, control or invisible
characters, percent signs or compatibility letters in the host, numbers that are an IP address in
disguise) there is no reading at all. What cannot be read cannot be trusted.
"""

import ipaddress
import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from publicsuffixlist import PublicSuffixList

LONGEST_URL = 4096

_DEFAULT_PORTS = {"http": 80, "https": 443}
_URL = re.compile(
    r"(?P<scheme>[Hh][Tt][Tt][Pp][Ss]?)://(?P<host>\[[^\]/?#]*\]|[^\[\]/?#:@]+)(?::(?P<port>[0-9]{0,5}))?"
    r"(?P<path>/[^?#]*)?(?:\?(?P<query>[^#]*))?(?:#.*)?"
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PLAIN = _UNRESERVED | frozenset("!$&'()*+,;=:@/")
_PIECE = re.compile(r"%[0-9A-Fa-f]{2}|.")

_TRACKING = re.compile(
    r"""utm_.* | __hs.. | __s | __twitter_impression | _bta_.* | _ga | _gl | _hsenc | _hsmi | _ke | _openstat
    | cmpid | dclid | epik | fb_(?:action_ids|action_types|ref|source) | fbclid | gad_.* | gbraid
    | gclid | gclsrc | hsctatracking | igsh | igshid | li_fat_id | mc_cid | mc_eid | mkt_tok | ml_subscriber.*
    | msclkid | n_(?:ad|ad_group|campaign_type|keyword|keyword_id|media|query|rank) | napm | ncid | ocid
    | oly_.* | rb_clickid | ref_src | ref_url | s_cid | s_kwcid | srsltid | sr_share | ttclid | twclid
    | vero_.* | wbraid | wickedid | wt_mc | yclid | ysclid""",
    re.VERBOSE,
)
_MOBILE = frozenset({"www", "m", "mobile", "amp"})


class Address(NamedTuple):
    """An http(s) address as every careful client reads it."""

    scheme: str
    host: str
    """Lower-case ASCII; an IDN in its xn-- form, an IPv6 address in brackets."""
    port: int | None
    """None for the port of the scheme."""
    path: str
    query: str

    @property
    def is_ip(self) -> bool:
        """The host is an IP address and has no owner that a name could tell."""
        return self.host.startswith("[") or self.host.rpartition(".")[2].isdigit()


def read(url: str) -> Address | None:
    """The address in `url`, or None when it is not http(s) or leaves any doubt about the host."""
    url = url.strip(" \t\r\n")
    # isprintable() refuses controls, invisible and bidirectional characters, exotic spaces and surrogates.
    if len(url) > LONGEST_URL or not url.isprintable() or "\\" in url:
        return None
    parts = _URL.fullmatch(url)
    if parts is None:
        return None
    scheme = parts["scheme"].lower()
    host = _host(parts["host"])
    port = int(parts["port"] or _DEFAULT_PORTS[scheme])
    if host is None or not 0 < port < 65536:
        return None
    return Address(
        scheme,
        host,
        None if port == _DEFAULT_PORTS[scheme] else port,
        _without_dots(_spelled(parts["path"] or "/")),
        _without_tracking(_spelled(parts["query"] or "", also="?")),
    )


@lru_cache(
    maxsize=16_384
)  # Every Explorer meets the same addresses, and each iteration goes through all pages.
def canonical_url(url: str) -> str | None:
    """One normal form of an http(s) address that still leads to the page; None for everything else."""
    address = read(url)
    return None if address is None else written(address)


def joined(base: Address, reference: str) -> Address | None:
    """Where a link or a redirect on a page leads; None where that is no http(s) address or leaves a doubt."""
    reference = reference.strip(" \t\r\n")
    if _SCHEME.match(reference):
        return read(reference)
    place, path = written(base._replace(path="", query="")), base.path
    if reference.startswith("//"):
        return read(f"{base.scheme}:{reference}")
    if reference.startswith("/"):
        return read(place + reference)
    if reference.startswith(("?", "#")) or not reference:
        query = f"?{base.query}" if base.query and not reference.startswith("?") else ""
        return read(f"{place}{path}{query}{reference}")
    return read(f"{place}{path.rpartition('/')[0]}/{reference}")


def page_key(url: str) -> str | None:
    """The same for the http, www and mobile addresses of one page: for telling copies, not for fetching."""
    address = read(url)
    if address is None:
        return None
    host = address.host if address.is_ip else _desktop(address.host)
    path = address.path.rstrip("/") or "/"
    return written(address._replace(scheme="https", host=host, path=path))


def registrable(host: str) -> str:
    """The part of a host name that somebody registered, by the public suffix list; else the whole host.

    Under a private suffix each name is its own: alice.github.io and bob.github.io are two.
    """
    return _suffixes().privatesuffix(host) or host


def is_public_suffix(host: str) -> bool:
    """Anybody, or any member of a closed group, may register a name right under `host`."""
    return _suffixes().publicsuffix(host, accept_unknown=False) == host


def on_free_host(host: str) -> bool:
    """The name was given out by a company under its own domain (alice.vercel.app), not by a registry."""
    return registrable(host) != (_icann_suffixes().privatesuffix(host) or host)


def has_known_suffix(host: str) -> bool:
    """The name ends in a suffix that a registry of the public Internet runs; `.example` is none."""
    return _icann_suffixes().publicsuffix(host, accept_unknown=False) is not None


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


@lru_cache(maxsize=1)
def _icann_suffixes() -> PublicSuffixList:
    return PublicSuffixList(only_icann=True)


def written(address: Address) -> str:
    """An address as text."""
    port = "" if address.port is None else f":{address.port}"
    query = f"?{address.query}" if address.query else ""
    return f"{address.scheme}://{address.host}{port}{address.path}{query}"


def _host(written: str) -> str | None:
    if written.startswith("["):
        return _ipv6(written[1:-1])
    labels = tuple(_label(label) for label in written.split("."))
    host = ".".join(label for label in labels if label is not None)
    if None in labels or len(host) > 253:
        return None
    # Clients take a last label that is a number as part of an IPv4 address in one of many spellings.
    if _NUMBER.fullmatch(labels[-1] or "") and not _is_ipv4(host):
        return None
    return host


def _label(written: str) -> str | None:
    label = written.lower()
    if not written.isascii():
        return _ascii_form(label)
    if label.startswith("xn--") and _ascii_form(_unicode_form(label)) != label:
        return None
    return label if _LABEL.fullmatch(label) else None


def _ascii_form(label: str) -> str | None:
    """The xn-- form; None for what IDNA would first map to something else (circled, full-width, ß)."""
    stable = unicodedata.normalize("NFKC", label.casefold()) == label
    if label.isascii() or label.startswith("xn--") or not stable or not _is_word(label):
        return None
    encoded = "xn--" + label.encode("punycode").decode("ascii")
    return encoded if _LABEL.fullmatch(encoded) else None


def _unicode_form(label: str) -> str:
    try:
        return label.removeprefix("xn--").encode("ascii").decode("punycode")
    except UnicodeError:
        return ""


def _is_word(label: str) -> bool:
    return all(letter == "-" or unicodedata.category(letter)[0] in "LNM" for letter in label)


def _is_ipv4(host: str) -> bool:
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return True


def _ipv6(written: str) -> str | None:
    try:
        address = ipaddress.IPv6Address(written)
    except ValueError:
        return None
    return None if address.scope_id else f"[{address.compressed}]"


def _spelled(text: str, also: str = "") -> str:
    """Percent signs only where they are needed, and there in upper case."""
    return _PIECE.sub(lambda piece: _piece(piece[0], also), text)


def _piece(piece: str, also: str) -> str:
    if len(piece) == 3:
        letter = chr(int(piece[1:], 16))
        return letter if letter in _UNRESERVED else piece.upper()
    if piece in _PLAIN or piece in also:
        return piece
    return "".join(f"%{byte:02X}" for byte in piece.encode())


def _without_dots(path: str) -> str:
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _without_tracking(query: str) -> str:
    return "&".join(pair for pair in query.split("&") if pair and not _tracks(pair))


def _tracks(pair: str) -> bool:
    return _TRACKING.fullmatch(pair.partition("=")[0].lower()) is not None


def _desktop(host: str) -> str:
    owner = registrable(host)
    names = host.removesuffix(owner).split(".")
    return ".".join(name for name in names if name not in _MOBILE) + owner
