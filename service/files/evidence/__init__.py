"""What a whole file shows about how to read it: collectors in constant memory, and the questions
left open.
"""
