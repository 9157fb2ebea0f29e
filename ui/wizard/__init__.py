"""The first start: name the shop, choose how it connects, make a key, wait for the first call."""
