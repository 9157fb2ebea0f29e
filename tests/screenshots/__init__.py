"""Pictures of every pane, made by the program itself on the fake shop:
`python -m tests.screenshots [OUT]`.
"""
