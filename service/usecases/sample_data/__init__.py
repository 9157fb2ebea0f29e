"""The tables of the sample catalogue: part families x cars, orders, requests."""
