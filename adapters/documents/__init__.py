"""The user's own documents as a source: a folder of documents of many kinds.

folder.py        what the run sees: search, fetch, look again, what was left out
listing.py       which files there are, and why some are not opened at all
kinds.py         what a file is, by its first bytes
reading.py       one file, opened with care, as a document
workers.py       the processes that parse, seen from this side: limits, time, restart
worker.py        the same process from the inside; worker_frames.py is how the two speak
parsing.py       text out of one file; only the worker imports it, and what follows up to pdf_*.py
layout.py        pieces of a document as one text that knows its places: pages, slides, rows, mails
package.py       ZIP packages, opened within bounds; office.py says which of them is what
word.py, slides.py, sheets.py, rows.py, books.py, mails.py, chats.py   one kind of document each
hiding.py        what readers of a page do not see; pdf_hiding.py the same for PDF
pdf_letters.py   letters of a PDF that its font does not name
front_matter.py  what a document says about itself
passages.py      pieces of a text that are ranked
index.py         the SQLite file: documents, words, vectors
place.py         where that file lies: one writer, and what becomes of a damaged one
ranking.py       words and meaning in one order
numbers.py       vectors as numbers; the only module here that needs numpy
"""
