"""The one guarded way out to pages of the open web.

guarded.py    what the run sees: one page, one PDF, its links
settings.py   every limit, and which private places the user opened
addresses.py  which addresses nobody may be sent to
dialing.py    the only place that opens a connection: looks up, checks, connects to what was checked
exchange.py   one request and its bounded answer
inflating.py  compressed bodies, never more out than is allowed
courtesy.py   robots.txt, pace, and how many at once per host
pages.py      what a parsed page is worth: its source, its links
"""
