"""Bugs of the sender are found in the log by their reference."""

from __future__ import annotations

import pytest

from service.delivery.bug_reports import LogBugReporter


def test_the_log_has_the_traceback_under_the_reference(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise RuntimeError("broken")
    except RuntimeError as error:
        reference = LogBugReporter().report("posting delivery dlv_1", error)
    assert f"Reference {reference}: posting delivery dlv_1" in caplog.text
    assert "RuntimeError: broken" in caplog.text
    assert LogBugReporter().report("x", ValueError()) != reference
