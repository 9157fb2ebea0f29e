"""Papers and files that leave the program."""
