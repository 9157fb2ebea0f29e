"""What goes out with the packages: their parts, their check sums and the signatures."""
