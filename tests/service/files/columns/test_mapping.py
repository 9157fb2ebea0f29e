"""What is stored about a source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.pull.pull_choices import FileForm
from service.files.columns.mapping import Remembered, from_json, to_json
from service.files.file_errors import FileError
from service.files.source import Kind

_FORMS = st.builds(FileForm, kind=st.none() | st.sampled_from([kind.value for kind in Kind]))


@given(st.builds(Remembered, choice=_FORMS))
def test_what_is_remembered_comes_back(remembered: Remembered) -> None:
    assert from_json(to_json(remembered)) == remembered


@pytest.mark.parametrize(
    "text", ["", "[]", '{"mapping": 5}', '{"choice": {"kind": "docx"}}', '{"options": {"money": "usd"}}']
)
def test_what_is_no_set_up_is_refused(text: str) -> None:
    with pytest.raises(FileError, match="Set the pull up again"):
        from_json(text)
