"""The user's own documents as a source: a folder of text and Markdown files."""
