"""How many tokens a request can be at most, before anybody has counted them."""

import re
from functools import lru_cache
from string import ascii_letters

# Every tokenizer of this kind falls back to single bytes, so no character costs more than its UTF-8 bytes:
# that is what is charged for digits, marks, line ends and every script but the two below.
# Letters and spaces of ASCII: two to a token. English prose has 4 to 5 to a token, about 3.4 in the newer
# tokenizers (30 % more tokens), and pairs of letters are in every vocabulary, so even words of no language
# stay near this. Hangul syllables: two tokens each; most are one, rare ones two.
_LETTERS_PER_TOKEN = 2
_HANGUL_TOKENS = 2
_MOST_BYTES_PER_TOKEN = 6
_LETTERS = f"{ascii_letters} ".encode()
_HANGUL = re.compile("[가-힣]")

FRAME_TOKENS = 1_000
"""What the provider adds to a request: roles, and the instruction that comes with a schema."""


def most_tokens(*texts: str) -> int:
    """An upper bound for the tokens of a request made of these texts."""
    return FRAME_TOKENS + sum(map(_most, texts))


def least_tokens(*texts: str) -> int:
    """A lower bound: what prose comes to in the vocabularies that need the fewest tokens for it."""
    return sum(len(text.encode("utf-8", "replace")) for text in texts) // _MOST_BYTES_PER_TOKEN


@lru_cache(maxsize=64)
def most_tokens_of_a_prompt(text: str) -> int:
    """The bound of one text that many calls begin with: the few there are, are counted once."""
    return _most(text)


def _most(text: str) -> int:
    wire = text.encode("utf-8", "replace")
    letters = len(wire) - len(wire.translate(None, _LETTERS))
    hangul = 0 if text.isascii() else _HANGUL.subn("", text)[1]
    rest = len(wire) - letters - 3 * hangul
    return -(-letters // _LETTERS_PER_TOKEN) + _HANGUL_TOKENS * hangul + rest
