"""Measures the service and compares it with floors of the same run: `python3 dev.py bench [NAME…]
[--write]`.
"""
