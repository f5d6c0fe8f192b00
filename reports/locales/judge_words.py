"""The words of a report in the language it is read in."""

from pathfinder.reports.locales.judge_vocabulary import JudgeWords
from pathfinder.reports.locales.judge_words_en import EN
from pathfinder.reports.locales.judge_words_ko import KO


def judge_words(language: str) -> JudgeWords:
    """Korean for Korean, English for everything else."""
    return KO if language == "ko" else EN
