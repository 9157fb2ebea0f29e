"""Words for a part's condition. "New" alone does not say which of the two it is."""

from __future__ import annotations

from service.files.folding import fold_text

_SPELLINGS = {
    "new_oem": "new_oem|new oem|oem|oem new|genuine|genuine new|new genuine|original|new original|dealer|agency|"
    "أصلي|اصلي|جديد أصلي|أصلي جديد|وكالة|جديد وكالة|original nuevo",
    "new_aftermarket": (
        "new_aftermarket|aftermarket|after market|new aftermarket|aftermarket new|commercial|"
        "replacement|copy|non genuine|تجاري|جديد تجاري|تجاري جديد|بديل|تقليد"
    ),
    "used": "used|second hand|secondhand|pre owned|scrap|salvage|usado|مستعمل|سكراب|تشليح|مستخدم",
    "refurbished": (
        "refurbished|reconditioned|rebuilt|remanufactured|reman|renewed|overhauled|reacondicionado|"
        "مجدد|معاد تجديده|مجددة|مصلح"
    ),
}
CONDITION_WORDS = {fold_text(word): condition for condition, words in _SPELLINGS.items() for word in words.split("|")}
"""From a folded word to the value of the `condition` field."""
