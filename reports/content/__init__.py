"""What a report says, before it is laid out: one content model for Markdown, HTML and JSON."""
