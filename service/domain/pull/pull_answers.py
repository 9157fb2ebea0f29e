"""The keys of questions and their answers, as they are stored in a set-up."""

from __future__ import annotations

PRICE_SIGN, QUANTITY_SIGN = "price-sign", "quantity-sign"
MONEY, VAT, CURRENCY = "money", "vat", "currency"
PRICE_PER = "price-per"
LEAVE_PRICES = "leave"
FOREIGN_AS_DINARS = "bhd"
CURRENCY_COLUMN, CURRENCIES = "currency-column", "currencies"
"""Not questions: the column that names the currency of each price, and the other currencies that
the owner takes for dinars, a line each.
"""

BRANCH_COLUMNS, BRANCH_NAMES = "branch-columns", "branch-names"
STOCK_WORDS, STOCK_MORE, STOCK_BLANK, PRICE_ZERO = "stock-words", "stock-more", "stock-blank", "price-zero"
BRANCHES_NAMED = "branches-named"
"""Not a question: the branches that the file named when it was set up, a line each."""

SHEET, SHEETS_NEW, ENCODING = "sheet", "sheets-new", "encoding"
ALL_SHEETS, SHEET_BRANCHES = ":all", ":branches"
"""Several sheets are one list; each of them is a branch. No sheet has a colon in its name."""

MEMBER = "member"
"""Which file of an archive is read."""

WIDTHS, WIDTH_CUTS = "widths", "width-cuts"
"""Where the columns of a fixed-width text begin. The second is not a question: how many lines had a
word over such a place when it was set up, and of how many.
"""

UNITS = "units"
SUM_UNITS, FIRST_UNIT, BASE_UNIT = "sum", "first", "base:"
"""Of a part number in several units: all quantities, the unit of its first row, or the unit that
follows.
"""

COLUMN = "column-"
"""A field follows: which column feeds it."""

YES, NO = "yes", "no"
SAME_AS = "is:"
"""A branch follows: the new name in the file is this branch."""
