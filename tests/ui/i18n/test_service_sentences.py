"""The service's sentences in the window's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from PySide6.QtCore import QCoreApplication

from service.domain.sentences import EMPTY, Sentence, join_sentences, message, prefix_field, to_sentence
from service.files.columns.mapping import Bound, Mapping
from service.files.evidence.file_scan import ColumnScan
from service.files.evidence.signs import settle_signs
from service.files.reader import signs_of
from service.files.values.options import Options
from tests import translations
from tests.fakes.arabic import is_arabic
from tests.translations import templates
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language, Translations, translate_sentence
from ui.i18n.bidi import strip_marks
from ui.i18n.error_texts import fault_text
from ui.i18n.service_sentences import CONTEXT

DATA = "ق"
"""What the gaps hold here: not a Latin letter,
so that each one that is left was written by a translator.
"""


@pytest.fixture
def arabic(translations: Translations) -> Iterator[None]:
    translations.use(Language.ARABIC)
    yield
    translations.use(Language.ENGLISH)


@pytest.mark.parametrize("language", Language)
def test_the_way_to_the_encrypted_file_names_what_is_to_be_opened(
    translations: Translations, language: Language
) -> None:
    translations.use(language)
    way = [QCoreApplication.translate("ForProgrammer", "For your programmer")]
    way.append(QCoreApplication.translate("SettingsPane", "Secrets"))
    found = fault_text(BackendError("", code=ErrorCode.KEYRING_ABSENT))
    assert re.split("[:,،.] ?", found)[-3:-1] == way


def gaps_of(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def filled(template: str) -> Sentence:
    numbers = {name for _, name, spec, _ in Formatter().parse(template) if name and (spec or name == "n")}
    return Sentence(template, {name: 7 if name in numbers else DATA for name in gaps_of(template)})


@pytest.mark.usefixtures("arabic")
def test_every_sentence_is_said_in_arabic() -> None:
    said = {template: translate_sentence(filled(template)) for template in templates()}
    assert len(said) > 500
    assert {template: text for template, text in said.items() if not is_arabic(text)} == {}


def test_a_translation_has_the_gaps_of_its_template() -> None:
    messages = [text for text in translations.messages(translations.read("ar")) if text.context == CONTEXT]
    assert len(messages) > 500
    assert [message.source for message in messages if not has_its_gaps(message)] == []


def has_its_gaps(message: translations.Message) -> bool:
    """In each form; a form for one or two may leave out the number."""
    forms = [form.text or "" for form in message.translation.iter("numerusform")]
    needed = gaps_of(message.source) - ({"n"} if message.counted else set())
    return all(needed <= gaps_of(text) <= gaps_of(message.source) for text in forms or [message.translation.text or ""])


@pytest.mark.usefixtures("arabic")
def test_gaps_keep_their_own_direction_and_counts_their_form() -> None:
    row = prefix_field("price_fils", message("{cell} is no price, the held one stays", cell='"12,x"'))
    assert translate_sentence(row) == 'سعر المحل: \u2066"12,x"\u2069 ليس سعرًا، يبقى السعر السابق'
    assert "؛ " in translate_sentence(join_sentences((row, row)))
    counts = {
        n: strip_marks(translate_sentence(message("{n:,} rows were worked through before that.", n=n)))
        for n in (2, 5, 1200)
    }
    assert counts == {
        2: "عولج صفان قبل ذلك.",
        5: "عولجت 5 صفوف قبل ذلك.",
        1200: "عولج 1,200 صف قبل ذلك.",
    }


@pytest.mark.usefixtures("arabic")
def test_columns_are_listed_in_their_order() -> None:
    said = translate_sentence(message("The columns are: {columns}.", columns="SKU, Brand"))
    assert "\u2068SKU\u2069، \u2068Brand\u2069" in said


@pytest.mark.usefixtures("arabic")
def test_the_readings_of_a_price_name_dinars_in_arabic() -> None:
    columns = {"Price": ColumnScan()}
    for text in ("4,627", "2,750"):
        columns["Price"].add(text)
    mapping = Mapping((Bound("price_fils", "Price"),))
    _, questions = settle_signs(signs_of(mapping, columns), Options(), {}, None)
    said = [translate_sentence(reading.text) for question in questions for reading in question.readings]
    assert said
    assert [text for text in said if "BHD" in text or "د.ب" not in text] == []


@pytest.mark.usefixtures("arabic")
def test_a_sentence_of_another_version_and_a_text_stored_before_stay_as_they_are() -> None:
    assert (
        strip_marks(translate_sentence(Sentence("{sku} was said otherwise once.", {"sku": "A-1"})))
        == "A-1 was said otherwise once."
    )
    assert strip_marks(translate_sentence(to_sentence("The file {was} open."))) == "The file {was} open."
    assert translate_sentence(EMPTY) == ""


def test_in_english_fields_have_the_names_that_the_window_shows(translations: Translations) -> None:
    translations.use(Language.ENGLISH)
    fault = prefix_field("price_fils", message("{cell} is no price, the held one stays", cell='"active"'))
    said = translate_sentence(join_sentences((fault, message("{n:,} active items", n=7))))
    assert said == 'Shop price: "active" is no price, the held one stays; 7 active items'


def test_in_english_a_sentence_is_what_the_service_says(translations: Translations) -> None:
    translations.use(Language.ENGLISH)
    for template in templates():
        assert translate_sentence(filled(template)) == str(filled(template))


@pytest.mark.usefixtures("arabic")
@pytest.mark.parametrize("code", ErrorCode)
def test_each_code_of_a_fault_is_arabic_with_or_without_words_of_its_own(code: ErrorCode) -> None:
    assert is_arabic(fault_text(BackendError(message("The service is not running."), code=code)))
