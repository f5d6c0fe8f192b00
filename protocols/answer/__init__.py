"""The written answer: its type, the checks of its sentences, coverage, editing, and the thesis."""
