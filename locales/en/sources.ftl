# Sources: why one is retracted, and what to know about how a page was read. The same ids are in locales/ko/sources.ftl.
crossref-partial-retraction = partial retraction
crossref-removal = removal
crossref-retraction = retraction
crossref-withdrawal = withdrawal
note-cut = it is long, and only its beginning was read
note-excerpt = Only what the search engine shows of it was read.
note-hidden = { $count ->
    [one] 1 piece
   *[other] { $count } pieces
} of text that it hides from its readers were taken out
note-machine-made = it says that a machine made it
note-mcp = the text is from the MCP server { $name }
note-mcp-claimed = the text is from the MCP server { $name }, which says that it is the page { $claimed }
note-other-original = it names a page of another site as its original: { $url }
note-scanned = { $count ->
    [one] 1 page
   *[other] { $count } pages
} of it are pictures; the words are what a machine read there
note-second-hand = it says that it is a summary of another page
retracted-arxiv = withdrawn by its authors, arXiv
retracted-crossref = { $what }, Crossref
retracted-crossref-notice = { $what }, notice { $notice }, Crossref
retracted-openalex = retracted, OpenAlex
retracted-pubmed = retracted publication, PubMed
retracted-semantic-scholar = retraction, Semantic Scholar
retraction-not-asked = Whether it was retracted could not be asked: { $reason }
