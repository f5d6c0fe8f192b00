# MCP servers as search engines (adapters/search/mcp.py). The same ids are in locales/ko/mcp_source.ftl.
mcp-source-unknown = The engine mcp:{ $name } is not in the config; add the server { $name } to search.mcp, or take another engine with --engine.
mcp-source-no-package = MCP servers as engines need more packages: pip install 'pathfinder-research[mcp]'.
mcp-source-changed = The MCP server { $name } changed its tools during the run and is not asked any more; look at it, and resume if you trust it.
mcp-source-no-tool = The MCP server { $name } has no tool { $tool }; name one that it has in search.mcp.{ $name }.
mcp-source-no-argument = The tool { $tool } of the MCP server { $name } leaves open which argument to use; name it with { $setting } in search.mcp.{ $name }.
mcp-source-error = the MCP server { $name } answered with an error: { $said }
mcp-source-silent = the MCP server { $name } did not answer in time
mcp-source-too-much = the MCP server { $name } sent more than { $size } MB
mcp-source-no-program = the MCP server { $name } cannot be started: there is no program { $program } that may be run
mcp-source-ended = the MCP server { $name } ended or broke off the connection
mcp-source-no-text = the MCP server { $name } gave no text

wish-mcp-program = run the program { $program } and call its tools { $tools }
wish-mcp-server = send queries to { $address } by its tools { $tools }
