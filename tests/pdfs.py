"""PDFs made for tests, and ways to damage them."""

import io
import re
from collections.abc import Callable, Sequence
from random import Random

from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas


def a_pdf(*pages: Sequence[str], compressed: bool = False, title: str = "Tide gates") -> bytes:
    """A PDF with these lines on its pages."""
    out = io.BytesIO()
    canvas = Canvas(out, pageCompression=int(compressed), invariant=True)
    canvas.setTitle(title)
    for lines in pages:
        text = canvas.beginText(72, 720)
        for line in lines:
            text.textLine(line)
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def a_scan(pages: int) -> bytes:
    """A PDF of pictures."""
    ppm = b"P6 8 8 255\n" + bytes(range(192))
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    for _ in range(pages):
        canvas.drawImage(ImageReader(io.BytesIO(ppm)), 72, 500, 200, 200)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def a_hiding_pdf() -> bytes:
    """A PDF with words that nobody sees: no ink, white, in a form, under a picture and under a box."""
    out = io.BytesIO()
    canvas = Canvas(out, pageCompression=0, invariant=True)
    canvas.drawString(72, 700, "The gates held in the winter of 2024.")
    canvas.drawString(72, 500, "These words are under a picture.")
    canvas.drawImage(ImageReader(io.BytesIO(b"P6 8 8 255\n" + bytes(range(192)))), 60, 480, 400, 60)
    canvas.drawString(72, 400, "These words are under a box.")
    canvas.rect(60, 380, 400, 60, stroke=0, fill=1)
    canvas.beginForm("inside")
    canvas.setFillGray(1)
    canvas.drawString(72, 300, "These words are white on white.")
    canvas.endForm()
    canvas.doForm("inside")
    text = canvas.beginText(72, 200)
    text.setTextRenderMode(3)
    text.textLine("These words have no ink.")
    canvas.drawText(text)
    canvas.save()
    return out.getvalue()


def _cut(content: bytes, rng: Random) -> bytes:
    return content[: rng.randrange(8, len(content))]


def _flipped(content: bytes, rng: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice((1, 5, 50))):
        changed[rng.randrange(8, len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _without(content: bytes, rng: Random) -> bytes:
    start = rng.randrange(8, len(content))
    return content[:start] + content[start + rng.randrange(1, 400) :]


def _doubled(content: bytes, rng: Random) -> bytes:
    start = rng.randrange(8, len(content))
    piece = content[start : start + rng.randrange(1, 800)]
    return content[:start] + piece * rng.choice((2, 20)) + content[start:]


def _other_numbers(content: bytes, rng: Random) -> bytes:
    """Lengths, places and counts that are not true, of the sizes that break things."""
    numbers = list(re.finditer(rb"\b\d+\b", content))
    for found in sorted(rng.sample(numbers, min(3, len(numbers))), key=lambda one: -one.start()):
        other = rng.choice((b"0", b"-1", b"2147483647", b"4294967296", b"99999999999999999999", b"1e99"))
        content = content[: found.start()] + other + content[found.end() :]
    return content


def _other_names(content: bytes, rng: Random) -> bytes:
    names = sorted(set(re.findall(rb"/[A-Z][A-Za-z]+", content)))
    return content.replace(rng.choice(names), rng.choice(names), rng.choice((1, -1))) if names else content


def _circles(content: bytes, rng: Random) -> bytes:
    """References that lead back to themselves."""
    references = sorted(set(re.findall(rb"\d+ 0 R", content)))
    # What was cut before may have none left.
    return content.replace(rng.choice(references), rng.choice(references)) if references else content


def _nested(content: bytes, rng: Random) -> bytes:
    start = rng.randrange(8, len(content))
    return content[:start] + rng.choice((b"[", b"<<", b"(", b"<</A ")) * 5_000 + content[start:]


DAMAGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _cut, _flipped, _without, _doubled, _other_numbers, _other_names, _circles, _nested,
)  # fmt: skip


def damaged(content: bytes, seed: int) -> bytes:
    """One of endlessly many ways to break a PDF that still begins like one."""
    rng = Random(seed)
    for _ in range(rng.choice((1, 1, 2))):
        content = rng.choice(DAMAGES)(content, rng)
    return content
