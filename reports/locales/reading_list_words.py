"""The words of the reading list, as the web page names them."""

from typing import Final

from pathfinder.reports.locales.words import Words

LIST_WORDS: Final = {language: Words(language, "list") for language in ("en", "ko")}
