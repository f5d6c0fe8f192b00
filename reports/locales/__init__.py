"""The words of reports in each language."""
