"""Files that are published with the packages: part lists, check sums and signatures."""
