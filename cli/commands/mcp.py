"""`mcp`: the server for MCP clients. The SDK is loaded when it starts."""

import asyncio
from math import isfinite
from pathlib import Path
from secrets import token_urlsafe
from typing import Annotated

import typer

from pathfinder.adapters.system import system_reason
from pathfinder.cli.screen.language import say
from pathfinder.cli.settings.environment import MCP_TOKEN, environment, home, mcp_token
from pathfinder.cli.settings.for_research import research_options
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError


def mcp(
    research: Annotated[
        list[str] | None,
        typer.Argument(metavar="-- OPTIONS", help="Options of `research`, for every research."),
    ] = None,
    docs: Annotated[
        list[Path] | None,
        typer.Option("--docs", help="Clients may search folders inside this one; repeat for more."),
    ] = None,
    budget: Annotated[
        float, typer.Option("--budget", min=0, help="Dollars, at most, for each research.")
    ] = 5.0,
    total: Annotated[
        float, typer.Option("--total", min=0, help="Dollars, at most, for all that this server does.")
    ] = 20.0,
    http: Annotated[
        int | None,
        typer.Option(
            "--http",
            metavar="PORT",
            min=0,
            max=65535,
            help="HTTP on this machine only, not stdin and stdout.",
        ),
    ] = None,
) -> None:
    """Serve research to MCP clients such as coding agents, over stdin and stdout or HTTP."""
    try:
        from pathfinder.mcp_server.runs import Permissions
        from pathfinder.mcp_server.server import mcp_server
    except ImportError:
        raise UserError(Message("mcp-needs-packages")) from None
    if not (isfinite(budget) and isfinite(total)):
        raise UserError(Message("budget-and-total-wrong"))
    folders = tuple(folder.resolve() for folder in docs or ())
    if missing := [folder for folder in folders if not folder.is_dir()]:
        raise UserError(Message("docs-option-not-a-folder", folder=missing[0]))
    environ = environment()
    permissions = Permissions(budget, total, folders, research_options(research))
    passed_on = {name: value for name, value in environ.items() if name != MCP_TOKEN}
    server = mcp_server(home(environ).absolute(), passed_on, permissions)
    if http is None:
        server.run("stdio")
        return
    from pathfinder.mcp_server.http import listening, serving

    given = mcp_token(environ)
    token = given or token_urlsafe(32)
    try:
        listener = listening(http)
    except OSError as error:
        raise UserError(Message("port-unusable", port=str(http), reason=system_reason(error))) from None
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    typer.echo(say(Message("mcp-address", address=address)), err=True)
    if not given:
        typer.echo(say(Message("mcp-header", token=token)), err=True)
    asyncio.run(serving(server, listener, token)())
