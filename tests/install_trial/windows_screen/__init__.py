"""What is on the screen of Wine, which tells no screen reader: the pages of the set-up are asked of
Windows, the program's window of the program itself.
"""
