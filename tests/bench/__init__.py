"""Measures the service against a raw floor in the same run:
`python3 dev.py bench [NAME…] [--write]`.
"""
