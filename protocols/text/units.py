"""What a number counts: per cent, money, measures, time, rank; English and Korean spellings are one unit.

A counter without a measure ("25명", "25 people") gives no unit: whether persons were counted is for the
reader, not for code.
"""

import re
from typing import Final, NamedTuple

__all__ = [
    "COUNTER",
    "CURRENCY_SIGN",
    "PARTICLE_OR_END",
    "Measured",
    "compatible",
    "currency",
    "is_symbol",
    "measured",
]

PERCENT, POINT, RATIO, ORDINAL, DECADE = "percent", "percentage point", "ratio", "ordinal", "decade"
MONTH_OF_YEAR, DAY_OF_MONTH, FOLD = "month of the year", "day of the month", "fold"
QUARTER_OF_YEAR = "quarter of the year"

# A bare number says nothing about these: "5" is not "5%", "third" is not "3".
# Nor about round numbers ("hundreds", "several per cent", "double-digit").
ABOUT, ABOUT_PERCENT, ABOUT_FOLD, PLACES = "about", "about percent", "about fold", "decimal places"
_STRICT: Final = frozenset(
    {PERCENT, POINT, ORDINAL, DECADE, "per mille", "basis point", ABOUT, ABOUT_PERCENT, ABOUT_FOLD, PLACES}
)
_ALIKE: Final = frozenset({frozenset({ORDINAL, DAY_OF_MONTH}), frozenset({RATIO, FOLD})})

# Symbols keep their case ("mW" is not "MW"); words do not.
_SYMBOLS: Final = {
    spelling: unit
    for unit, spellings in {
        PERCENT: "%", FOLD: "x X", POINT: "%p %P %-points %-point pp",
        "per mille": "‰", "basis point": "bp bps",
        "kg": "kg", "g": "g", "mg": "mg", "µg": "µg μg ug mcg", "t": "t", "lb": "lb lbs", "oz": "oz",
        "km": "km", "m": "m", "cm": "cm", "mm": "mm", "µm": "µm μm", "nm": "nm", "ft": "ft", "mi": "mi",
        "m²": "m² m2 sqm", "km²": "km² km2", "cm²": "cm²", "m³": "m³ m3", "cm³": "cm³", "ha": "ha",
        "l": "l L", "ml": "ml mL", "dl": "dl dL", "°C": "°C", "°F": "°F", "°": "°",
        "second": "s sec secs", "ms": "ms", "µs": "µs μs", "ns": "ns",
        "minute": "min mins", "hour": "h hr hrs",
        "W": "W", "kW": "kW", "MW": "MW", "GW": "GW", "TW": "TW", "mW": "mW",
        "Wh": "Wh", "kWh": "kWh", "MWh": "MWh", "GWh": "GWh", "TWh": "TWh",
        "Hz": "Hz", "kHz": "kHz", "MHz": "MHz", "GHz": "GHz",
        "kJ": "kJ", "MJ": "MJ", "GJ": "GJ", "eV": "eV", "V": "V",
        "Pa": "Pa", "kPa": "kPa", "hPa": "hPa", "MPa": "MPa",
        "ppm": "ppm", "ppb": "ppb", "dB": "dB", "IU": "IU",
        "kcal": "kcal", "mol": "mol", "mmol": "mmol", "µmol": "µmol μmol", "km/h": "kph", "mi/h": "mph",
        "kB": "kB KB kb", "MB": "MB mb", "GB": "GB gb", "TB": "TB tb", "PB": "PB",
        "KiB": "KiB", "MiB": "MiB", "GiB": "GiB", "TiB": "TiB",
        "USD": "$ USD", "EUR": "€ EUR", "GBP": "£ GBP", "JPY": "JPY", "KRW": "₩ KRW", "CNY": "CNY RMB",
    }.items()
    for spelling in spellings.split()
}  # fmt: skip
_WORDS: Final = {
    spelling.replace("_", " "): unit
    for unit, spellings in {
        PERCENT: "percent per_cent pct", FOLD: "fold",
        POINT: "percentage_points percentage_point percentage-point percentage-points %_points %_point",
        "basis point": "basis_points basis_point", "per mille": "per_mille",
        "kg": "kilogram kilograms kilo kilos", "g": "gram grams", "mg": "milligram milligrams",
        "µg": "microgram micrograms", "t": "ton tons tonne tonnes",
        "km": "kilometer kilometers kilometre kilometres", "m": "meter meters metre metres",
        "cm": "centimeter centimeters centimetre centimetres",
        "mm": "millimeter millimeters millimetre millimetres",
        "mi": "mile miles", "ft": "foot feet", "inch": "inch inches", "ha": "hectare hectares",
        "l": "liter liters litre litres", "ml": "milliliter milliliters millilitre millilitres",
        "°C": "degrees_celsius degree_celsius celsius degrees_c",
        "°F": "degrees_fahrenheit fahrenheit degrees_f",
        "second": "second seconds", "minute": "minute minutes", "hour": "hour hours", "day": "day days",
        "week": "week weeks", "month": "month months", "year": "year years", "ms": "millisecond milliseconds",
        "USD": "dollar dollars us_dollars us_dollar", "EUR": "euro euros", "KRW": "won", "JPY": "yen",
        "CNY": "yuan renminbi", "W": "watt watts", "kW": "kilowatt kilowatts", "MW": "megawatt megawatts",
        "GW": "gigawatt gigawatts", "kWh": "kilowatt-hours kilowatt_hours",
    }.items()
    for spelling in spellings.split()
}  # fmt: skip
_HANGUL: Final = {
    spelling.replace("_", " "): unit or None
    for unit, spellings in {
        PERCENT: "퍼센트 프로", POINT: "퍼센트포인트 퍼센트_포인트 %포인트 %_포인트 프로포인트",
        FOLD: "배", ORDINAL: "위 등 번째 째 차 세기", DECADE: "년대", MONTH_OF_YEAR: "월",
        QUARTER_OF_YEAR: "분기", "year": "년 년간 세 살", "month": "개월 달", "week": "주 주간",
        "hour": "시간", "minute": "분", "second": "초",
        "KRW": "원", "USD": "달러 미국_달러", "EUR": "유로", "JPY": "엔", "CNY": "위안",
        "kg": "킬로그램", "g": "그램", "mg": "밀리그램", "t": "톤", "km": "킬로미터",
        "m": "미터", "cm": "센티미터",
        "mm": "밀리미터", "l": "리터", "ml": "밀리리터", "ha": "헥타르",
        # Counters that only look like one of the units above, or are read as none.
        "": "주년 차례 위원회 일 도 시 명 개 개국 회 번 건 대 권 층 인 호 편 종 곳 가지 사람 마리 쌍 점"
        " 가구 단계 쪽 페이지 포인트",
    }.items()
    for spelling in spellings.split()
}  # fmt: skip


def _longest_first(spellings: dict[str, str] | dict[str, str | None]) -> str:
    return "|".join(re.escape(spelling) for spelling in sorted(spellings, key=len, reverse=True))


PARTICLE_OR_END: Final = (
    r"(?=[^가-힣]|$|(?:은|는|이|가|을|를|의|에|에서|에게|로|으로|과|와|도|만|까지|부터|보다|이다|이며|이고|이자|인|이던"
    r"|였다|이었다|간|동안|정도|가량|이상|이하|미만|초과|대|대의|씩|당|전|후|뒤|내|이내|만에|짜리|여|임|입니다|이라고|쯤|뿐|마다"
    r"|밖에|생|도|어치|선|째|로는|에는|에도|까지의|에서는|으로는)(?:[^가-힣]|$))"
)
COUNTER: Final = rf"(?:{_longest_first(_HANGUL)})"
CURRENCY_SIGN: Final = r"(?:(?:US|A|C|HK|NZ|S)?\$|[€£₩¥]|\b(?:USD|KRW|EUR|GBP|JPY|CNY)(?![A-Za-z]))"
_CURRENCIES: Final = {
    "A$": "AUD",
    "C$": "CAD",
    "HK$": "HKD",
    "NZ$": "NZD",
    "S$": "SGD",
    "US$": "USD",
    "¥": None,
}

_MEASURE: Final = re.compile(
    rf"[ ]?(?P<hangul>{COUNTER}){PARTICLE_OR_END}"
    rf"|(?:[ -]?(?:(?P<word>(?ai:{_longest_first(_WORDS)}))(?![^\W가-힣])"
    rf"|(?P<symbol>(?:{_longest_first(_SYMBOLS)})(?![^\W가-힣])|[%‰]))"
    rf"(?P<per>/(?:{_longest_first(_SYMBOLS)})(?![^\W가-힣]))?)"
)


class Measured(NamedTuple):
    """What stands after a number, up to `end`: a unit, or a counter without one."""

    unit: str | None
    end: int


def measured(text: str, at: int) -> Measured | None:
    """The unit or counter that follows at this place, if any."""
    found = _MEASURE.match(text, at)
    if not found:
        return None
    if found["hangul"]:
        return Measured(_HANGUL[found["hangul"]], found.end())
    unit = _WORDS[found["word"].lower()] if found["word"] else _SYMBOLS[found["symbol"]]
    return Measured(unit + (found["per"] or ""), found.end())


def currency(sign: str) -> str | None:
    """The money a sign before a number stands for; the yen sign is also the yuan's, so it says nothing."""
    return _CURRENCIES[sign] if sign in _CURRENCIES else _SYMBOLS[sign]


def is_symbol(text: str) -> bool:
    """True when the text is the symbol of a unit ("m²")."""
    return text in _SYMBOLS


def compatible(said: str | None, quoted: str | None) -> bool:
    """True when a number of the one unit may rest on the same number of the other."""
    if said == quoted or frozenset({said, quoted}) in _ALIKE:
        return True
    return (said is None or quoted is None) and said not in _STRICT and quoted not in _STRICT
