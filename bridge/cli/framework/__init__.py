"""What every command is made of: options, output, errors, types of values."""
