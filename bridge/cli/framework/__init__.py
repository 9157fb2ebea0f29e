"""What all commands share: options, output, errors, types of values."""
