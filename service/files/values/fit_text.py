"""Reads fit from text such as "Corolla 2014-2019; Nissan Patrol 2010+", if the owner wants it."""

from __future__ import annotations

import re

from service.files.folding import DIGITS, fold_text

_MAKES = {
    "Toyota": "تويوتا",
    "Lexus": "لكزس|لكسز",
    "Nissan": "نيسان",
    "Infiniti": "انفينيتي|انفنتي",
    "Honda": "هوندا",
    "Mitsubishi": "ميتسوبيشي|متسوبيشي",
    "Mazda": "مازدا",
    "Suzuki": "سوزوكي",
    "Subaru": "سوبارو",
    "Isuzu": "ايسوزو|ازوزو",
    "Hyundai": "هيونداي|هونداي",
    "Kia": "كيا",
    "Genesis": "جينيسيس",
    "Ford": "فورد",
    "Chevrolet": "شيفروليه|شفروليه|chevy",
    "GMC": "جي ام سي|جمس",
    "Cadillac": "كاديلاك",
    "Dodge": "دودج",
    "Jeep": "جيب",
    "Chrysler": "كرايسلر",
    "BMW": "بي ام دبليو|بي ام",
    "Mercedes-Benz": "مرسيدس|mercedes|mercedes benz|benz",
    "Audi": "اودي",
    "Volkswagen": "فولكس واجن|فولكسفاجن|vw",
    "Porsche": "بورش",
    "Land Rover": "لاند روفر|range rover|رنج روفر",
    "Volvo": "فولفو",
    "Renault": "رينو",
    "Peugeot": "بيجو",
    "MG": "ام جي",
    "Geely": "جيلي",
    "Chery": "شيري",
    "Haval": "هافال",
    "Changan": "شانجان",
}
_MODELS = {
    "Toyota": (
        "Corolla|Camry|Yaris|Hilux|Land Cruiser|Prado|RAV4|Fortuner|Avalon|Hiace|Innova|Aurion|"
        "Sequoia|Tundra|Rush|FJ Cruiser|Avanza|Echo"
    ),
    "Lexus": "LX570|LX470|ES350|GX460|IS300|RX350|LS460|LS430|GS300",
    "Nissan": (
        "Patrol|Altima|Sunny|Maxima|Pathfinder|X-Trail|Navara|Tiida|Sentra|Armada|Urvan|Qashqai|Kicks|Murano|Juke|Micra"
    ),
    "Honda": "Accord|Civic|CR-V|Pilot|Odyssey|HR-V|Jazz",
    "Mitsubishi": "Pajero|Lancer|L200|Outlander|Galant|ASX|Attrage|Montero",
    "Hyundai": "Elantra|Sonata|Accent|Tucson|Santa Fe|Azera|Creta|H1|i10|i30",
    "Kia": "Sportage|Cerato|Optima|Rio|Sorento|Picanto|Carnival|Cadenza|Mohave",
    "Ford": "Explorer|Expedition|F-150|Mustang|Taurus|Edge|Fusion|Focus|Crown Victoria",
    "Chevrolet": "Tahoe|Suburban|Caprice|Malibu|Cruze|Silverado|Impala|Lumina|Captiva|Camaro|Epica|Optra",
    "GMC": "Yukon|Sierra|Acadia|Terrain",
    "Jeep": "Wrangler|Cherokee|Grand Cherokee|Compass",
    "Dodge": "Charger|Durango|Challenger|Ram",
    "Mazda": "Mazda 3|Mazda 6|CX-5|CX-9|BT-50",
}

MAKE_WORDS = {fold_text(word): make for make, words in _MAKES.items() for word in (make, *words.split("|"))}
"""From a folded word to the make as it is saved."""

MODEL_WORDS = {fold_text(model): (make, model) for make, models in _MODELS.items() for model in models.split("|")}
"""From a folded model name to its make and the model as saved: only names of a single make."""
Car = dict[str, object]
"""One fit entry as an upload has it: make, model, and the years that are known."""

_PARTS = re.compile(r"[;|\n،؛]|\s/\s|,(?!\d)")
_YEARS = re.compile(
    r"(?<!\d)(\d{4}|\d{2})\s*(?:(?:-|–|—|/|to|till|الى|إلى|~)\s*(\d{4}|\d{2}|up|now|present)?|(\+))?(?!\d)",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[()\[\]]")
_CENTURY_TURN = 50
_MAX_WORDS = 3
_MAX_CARS = 200


def read_cars(text: str, make: str | None = None) -> list[Car]:
    """The cars in a text, in order; `make` is used if the text names none. [] if there is none."""
    cars: list[Car] = []
    for part in _PARTS.split(_BRACKETS.sub(" ", text.translate(DIGITS))):
        car = _car(part, make, cars[-1] if cars else None)
        if car is not None and car not in cars and len(cars) < _MAX_CARS:
            cars.append(car)
    return cars


def read_years(text: str) -> tuple[int | None, int | None]:
    """The years in a text: "2014-2019", "14-19", "2010+", "2012"."""
    match = _last_years(text.translate(DIGITS))
    return _years(match) if match else (None, None)


def _last_years(text: str) -> re.Match[str] | None:
    """The years at the end of a text, or in it with four digits or as a span."""
    spans = [match for match in _YEARS.finditer(text) if len(match[1]) == 4 or match[2] or match[3]]
    plausible = [match for match in spans if _plausible(match)]
    return plausible[-1] if plausible else None


def _plausible(match: re.Match[str]) -> bool:
    first, last = _years(match)
    return first is not None and 1950 <= first <= 2049 and (last is None or first <= last <= 2049)


def _years(match: re.Match[str]) -> tuple[int | None, int | None]:
    first = _year(match[1])
    if match[2] and match[2].isdigit():
        return first, _year(match[2])
    return first, None if match[2] or match[3] or match[0].rstrip()[-1] in "-–—~" else first


def _year(digits: str) -> int:
    year = int(digits)
    return year if len(digits) == 4 else year + (1900 if year >= _CENTURY_TURN else 2000)


def _car(part: str, make: str | None, before: Car | None) -> Car | None:
    match = _last_years(part)
    words = (part[: match.start()] if match else part).split()
    named = _find_car(words) or _model_after(words, make, before)
    if named is None:
        return None
    car: Car = {"make": named[0], "model": named[1]}
    first, last = _years(match) if match else (None, None)
    return car | ({"year_from": first} if first is not None else {}) | ({"year_to": last} if last is not None else {})


def _find_car(words: list[str]) -> tuple[str, str] | None:
    """A known make and what follows it, or a known model alone."""
    for start in range(len(words)):
        for count in range(_MAX_WORDS, 0, -1):
            key = fold_text(" ".join(words[start : start + count]))
            if key in MODEL_WORDS:
                return MODEL_WORDS[key]
            rest = words[start + count :][:_MAX_WORDS]
            if key in MAKE_WORDS and rest:
                return MAKE_WORDS[key], _model(rest)
    return None


def _model(words: list[str]) -> str:
    for count in range(len(words), 0, -1):
        known = MODEL_WORDS.get(fold_text(" ".join(words[:count])))
        if known is not None:
            return known[1]
    return " ".join(words)


def _model_after(words: list[str], make: str | None, before: Car | None) -> tuple[str, str] | None:
    """The rest is the model, of the make that the owner gave or the car before had."""
    named = make or (str(before["make"]) if before else None)
    return (named, " ".join(words)) if named and 0 < len(words) <= _MAX_WORDS else None
