"""The practice marketplace: a small marketplace inside the program, for the staging shop."""
