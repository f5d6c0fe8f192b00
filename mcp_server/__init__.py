"""The MCP server: research for clients such as coding agents. A folder named mcp would shadow the SDK.

A tool runs a command of `pathfinder` as a process (`pathfinder/processes.py`) and passes what a client wrote
after `--` or as `--option=TEXT`. `docs/mcp.md` has a transcript by `python -m tools.mcp_transcript`;
`plugin/` is checked by `tests/packaging/test_plugin.py`.
"""
