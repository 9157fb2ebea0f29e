"""Where webhook secrets are stored: the OS keyring, or an encrypted file (contract §8)."""
