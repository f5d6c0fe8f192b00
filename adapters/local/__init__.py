"""The user's own documents as a source: a folder of Markdown, HTML, text and PDF files.

folder.py        what the run sees: search, fetch, look again, what was left out
listing.py       which files there are, and why some are not opened at all
kinds.py         what a file is, by its first bytes
reading.py       one file, opened with care, as a document
workers.py       the processes that parse, seen from this side: limits, time, restart
worker.py        the same process from the inside; worker_frames.py is how the two speak
parsing.py       text out of one file; only the worker imports it
front_matter.py  what a document says about itself
passages.py      pieces of a text that are ranked
index.py         the SQLite file: documents, words, vectors
place.py         where that file lies: one writer, and what becomes of a damaged one
ranking.py       words and meaning in one order
numbers.py       vectors as numbers; the only module here that needs numpy
"""
