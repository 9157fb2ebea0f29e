"""What the program needs of the operating system; every other room of bridge may use it."""
