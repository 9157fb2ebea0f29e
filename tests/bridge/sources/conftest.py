"""A certificate for the servers of a module, and the file with its authority."""

from __future__ import annotations

import ssl

import pytest

from tests.fakes.certificates import make_folder, make_server_context


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, str]:
    folder = tmp_path_factory.mktemp("tls")
    return make_server_context(folder), str(make_folder(folder).authority_file)
