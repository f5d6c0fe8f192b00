"""A letter that its font does not name is told from the other letters, or marked; it is never left out."""

import zlib

import pytest

from pathfinder.adapters.documents.parsing import parsed
from pathfinder.adapters.documents.pdf_letters import UNKNOWN, shift_of

SAID = "The board counted 78% of 24 gates"


def a_pdf(shift: int, named: str) -> bytes:
    """A page whose glyphs lie `shift` below ASCII; its font names only the letters of `named`."""
    entries = "".join(f"<{ord(letter) - shift:04X}> <{ord(letter):04X}>\n" for letter in sorted(set(named)))
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n{len(set(named))} beginbfchar\n{entries}"
        "endbfchar endcmap end end"
    )
    shown = "".join(f"{ord(letter) - shift:04X}" for letter in SAID)
    bodies = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        _stream(f"BT /F1 12 Tf 72 700 Td <{shown}> Tj ET"),
        "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] "
        "/ToUnicode 7 0 R >>",
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) "
        "/Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R /DW 600 >>",
        _stream(cmap),
        "<< /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 600 700] /ItalicAngle 0 /Ascent 700 "
        "/Descent 0 /CapHeight 700 /StemV 80 >>",
    )
    objects = "".join(f"{number} 0 obj\n{body}\nendobj\n" for number, body in enumerate(bodies, start=1))
    return f"%PDF-1.4\n{objects}trailer << /Root 1 0 R /Size 9 >>\n%%EOF".encode("latin-1")


def _stream(text: str) -> str:
    packed = zlib.compress(text.encode())
    return f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n{packed.decode('latin-1')}\nendstream"


def test_a_font_that_names_all_its_letters_is_read_as_it_is() -> None:
    assert parsed("pdf", a_pdf(29, SAID), 1_000).text == SAID


def test_letters_without_a_name_are_told_where_all_named_ones_agree() -> None:
    assert parsed("pdf", a_pdf(29, SAID.replace("4", "").replace("7", "")), 1_000).text == SAID


def test_letters_that_cannot_be_told_are_marked() -> None:
    few = a_pdf(29, "The bo")
    assert shift_of(few) is None
    assert UNKNOWN in parsed("pdf", few, 1_000).text
    assert "8%" not in parsed("pdf", few, 1_000).text


@pytest.mark.parametrize("content", [b"", b"stream\n" * 10, b"stream\n\x78\x9c" + bytes(100)])
def test_a_file_without_maps_has_no_shift(content: bytes) -> None:
    assert shift_of(content) is None
