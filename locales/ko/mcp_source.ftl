# MCP servers as search engines (adapters/search/mcp.py). The same ids are in locales/en/mcp_source.ftl.
mcp-source-unknown = 검색 엔진 mcp:{ JOSA($name, "이/가") } 설정에 없습니다. search.mcp에 서버 { JOSA($name, "을/를") } 넣거나 --engine으로 다른 엔진을 고르십시오.
mcp-source-no-package = MCP 서버로 검색하려면 패키지가 더 필요합니다: pip install 'pathfinder-research[mcp]'.
mcp-source-changed = MCP 서버 { JOSA($name, "이/가") } 실행 중에 도구를 바꾸어 더는 묻지 않습니다. 서버를 살펴보고 믿을 수 있으면 이어서 실행하십시오.
mcp-source-no-tool = MCP 서버 { $name }에는 도구 { JOSA($tool, "이/가") } 없습니다. 서버에 있는 도구를 search.mcp.{ $name }에 적으십시오.
mcp-source-no-argument = MCP 서버 { $name }의 도구 { $tool }에 어느 인수를 쓸지 알 수 없습니다. search.mcp.{ $name }의 { $setting }에 적으십시오.
mcp-source-error = MCP 서버 { JOSA($name, "이/가") } 오류로 답했습니다: { $said }
mcp-source-silent = MCP 서버 { JOSA($name, "이/가") } 제때 답하지 않았습니다
mcp-source-too-much = MCP 서버 { JOSA($name, "이/가") } { $size } MB 넘게 보냈습니다
mcp-source-no-program = MCP 서버 { JOSA($name, "을/를") } 시작할 수 없습니다. 실행할 수 있는 프로그램 { JOSA($program, "이/가") } 없습니다
mcp-source-ended = MCP 서버 { JOSA($name, "이/가") } 끝났거나 연결을 끊었습니다
mcp-source-no-text = MCP 서버 { JOSA($name, "이/가") } 글을 주지 않았습니다

wish-mcp-program = 프로그램 { JOSA($program, "을/를") } 실행하고 도구 { JOSA($tools, "을/를") } 부르기
wish-mcp-server = 검색어를 도구 { JOSA($tools, "으로/로") } { $address }에 보내기
