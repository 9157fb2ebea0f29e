"""Makes and models of cars as shop files write them, for reading fit from text."""

from __future__ import annotations

from service.files.folding import fold_text

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
"""From a folded model name to its make and the model as it is saved: only names of
a single make.
"""
