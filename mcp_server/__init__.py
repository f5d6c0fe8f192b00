"""The MCP server: research for clients such as coding agents. A folder named mcp would shadow the SDK."""
