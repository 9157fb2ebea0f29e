"""Pictures of every pane, made by the program itself with the fake shop: `python -m
tests.screenshots [OUT]`.
"""
