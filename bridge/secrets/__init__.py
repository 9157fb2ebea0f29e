"""Where webhook secrets are kept: the OS keyring, or an encrypted file (CONTRACT.md section 8)."""
