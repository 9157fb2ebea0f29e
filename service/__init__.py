"""The specified service (SPEC.md): headless, without Qt and without a keyring."""
