"""Who may ask: checks host, token and origin, and sets the headers of every answer."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
OPEN = ("/login", "/static/")
"""What anybody on this machine may load: the form for the token, and files without data."""
API = "/api/"
SAFE = frozenset({"GET", "HEAD"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types pathfinder",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # no-referrer would make browsers send `Origin: null` with forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Keys:
    """What proves that a request may be answered."""

    def __init__(self, secret: str, token_sha256: str | None = None) -> None:
        """Cookie and form keys are made from the secret, which is the token unless its hash is given."""
        self._secret = secret
        self._token_sha256 = token_sha256 or _sha256(secret)
        self.cookie = self._made("cookie")
        self.form = self._made("form")
        """Stands in every form of a page; a request from a form has to carry it."""

    def fits(self, token: str) -> bool:
        """Whether this is the token."""
        return hmac.compare_digest(_sha256(token), self._token_sha256)

    def _made(self, use: str) -> str:
        return hmac.new(self._secret.encode(), use.encode(), hashlib.sha256).hexdigest()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def refusal(path: str, said: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that refuses: an object with `error` for programs, else a line of text."""
    if path.startswith(API):
        return JSONResponse({"error": said}, status, headers)
    return PlainTextResponse(said, status, headers)


class Guard:
    """Lets a request through to the application, or refuses it."""

    def __init__(self, app: ASGIApp, keys: Keys, hosts: frozenset[str], cookie: str) -> None:
        self._app = app
        self._keys = keys
        self._hosts = hosts
        self._cookie = cookie

    def knows(self, scope: Scope) -> bool:
        """Whether a request comes with the token or the cookie."""
        headers = Headers(scope=scope)
        return self._has_token(headers) or self._has_cookie(headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then answer with our headers."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        refused = self._refused(scope)

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await (refused or self._app)(scope, receive, answered)

    def _refused(self, scope: Scope) -> Response | None:
        headers, path, method = Headers(scope=scope), scope["path"], scope["method"]
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return refusal(path, "This host name is not served here; see --allow-host.", 421)
        bearer = self._has_token(headers)
        if not bearer and method not in SAFE and not self._is_own(headers.get("origin"), hosts[0]):
            return refusal(path, "A change has to come from a page of this server.", 403)
        if bearer and (origin := headers.get("origin")) is not None and not self._is_own(origin, hosts[0]):
            return refusal(path, "Another site may not use this server.", 403)
        if path.startswith(OPEN) or bearer or self._has_cookie(headers):
            return None
        if method in SAFE and "text/html" in headers.get("accept", ""):
            return RedirectResponse("/login", 303)
        return refusal(path, "The token is missing or wrong.", 401, {"www-authenticate": "Bearer"})

    def _has_token(self, headers: Headers) -> bool:
        kind, _, token = headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and self._keys.fits(token.strip())

    def _has_cookie(self, headers: Headers) -> bool:
        given = cookie_parser(headers.get("cookie", "")).get(self._cookie, "")
        return hmac.compare_digest(given.encode(errors="replace"), self._keys.cookie.encode())

    def _is_own(self, origin: str | None, host: str) -> bool:
        if origin is None:
            return False
        try:
            found = urlsplit(origin)
        except ValueError:
            return False
        return found.scheme in ("http", "https") and found.netloc.lower() == host.lower()


class Guards:
    """Leads each user to the sessions of their own; whoever is unknown is refused by the first guard."""

    def __init__(self, guards: Sequence[Guard]) -> None:
        self._guards = guards

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the guard that knows the user."""
        known = (guard for guard in self._guards if scope["type"] == "http" and guard.knows(scope))
        await next(known, self._guards[0])(scope, receive, send)
