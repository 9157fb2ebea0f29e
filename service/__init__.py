"""The service: headless, without Qt and without a keyring."""
