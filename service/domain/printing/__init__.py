"""What is on the shop's papers, apart from how it is drawn."""
