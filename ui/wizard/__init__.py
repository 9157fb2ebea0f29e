"""The first start: name the shop, choose how its system connects, make the first key, wait for the
first call.
"""
