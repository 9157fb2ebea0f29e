"""Where webhook secrets are kept: the OS keyring, or an encrypted file (contract §8)."""
