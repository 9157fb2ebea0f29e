"""What a whole file shows about how it is read:
collectors in constant memory, and what is left to ask.
"""
