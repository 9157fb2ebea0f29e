"""What a call passes before its handler: access, key, rate, size."""
