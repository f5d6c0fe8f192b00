"""`serve`: the page and the HTTP API. The web server is loaded when it starts."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from pathfinder.adapters.system import system_reason
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import place as shown_place
from pathfinder.cli.settings.environment import database_url, environment, home
from pathfinder.cli.settings.for_research import research_options
from pathfinder.cli.settings.layers import resolve
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError


def serve(
    research: Annotated[
        list[str] | None,
        typer.Argument(metavar="[-- OPTIONS]", help="Options of `research`, for every research."),
    ] = None,
    docs: Annotated[
        list[Path] | None,
        typer.Option("--docs", help="Questions may search folders inside this one; repeat for more."),
    ] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0 takes a free one.")] = 8421,
    host: Annotated[
        str,
        typer.Option("--host", help="Address to listen on; any but 127.0.0.1 is open to the network."),
    ] = "127.0.0.1",
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", help="NAME:PORT that browsers may use for it; repeat for more."),
    ] = None,
    users: Annotated[
        Path | None,
        typer.Option("--users", help="A JSON file with users: the hash of a token and a home for each."),
    ] = None,
    fleet: Annotated[
        bool, typer.Option("--fleet", help="Show the fleet of PATHFINDER_DATABASE too.")
    ] = False,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve a page to start, watch, steer and read research, and an HTTP API."""
    from pathfinder.adapters.storage.postgres.database import address
    from pathfinder.run_config import RunConfig
    from pathfinder.search_access import usable_engines

    try:
        from pathfinder.serve.guard import Keys
        from pathfinder.serve.server import Place, Tenant, kept_token, listening
        from pathfinder.serve.server import serve as run
        from pathfinder.serve.users import read_users
    except ImportError:
        raise UserError(Message("serve-needs-packages")) from None
    options = research_options(research)
    folders = tuple(folder.resolve() for folder in docs or ())
    if missing := [folder for folder in folders if not folder.is_dir()]:
        raise UserError(Message("docs-option-not-a-folder", folder=missing[0]))
    environ = environment()
    if fleet and users is not None:
        raise UserError(Message("serve-fleet-one-user"))
    database = database_url(environ, None) if fleet else ""
    if fleet:
        address(database)  # It can be read, and what it needs is installed.
    root = home(environ).absolute()

    def tenant(folder: Path, keys: Keys) -> Tenant:
        config = RunConfig.from_settings(resolve(folder, environ).config, environ=environ)
        return Tenant(folder, keys, usable_engines(config))

    token = kept_token(root)
    if users is None:
        tenants = [tenant(root, Keys(token))]
    else:
        # Cookies are made from a secret of the server too: who reads the hashes cannot make one.
        known = read_users(users)
        tenants = [tenant(one.home, Keys(f"{token} {one.token_sha256}", one.token_sha256)) for one in known]
    where = Place(host, port, tuple(allow_host or ()))
    try:
        listener = listening(where)
    except OSError as error:
        raise UserError(Message("port-unusable", port=str(port), reason=system_reason(error))) from None
    where_to = f"http://{host}:{listener.getsockname()[1]}/login{f'#{token}' if users is None else ''}"
    shown_place(say(Message("serve-address", address=where_to)))
    typer.echo(say(Message("serve-stopping")), err=True)
    if open_:
        import webbrowser

        webbrowser.open(where_to)
    with suppress(KeyboardInterrupt):  # The way to end it.
        run(tenants, environ, listener, where, folders, options, database)
