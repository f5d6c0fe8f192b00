"""Views of the record behind one Views port: thesis, judge report, HTML and session files."""
