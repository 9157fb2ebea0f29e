"""Reading workbooks and JSON arrays in a child process
with limits of memory and time, which can be killed at any moment.
"""
