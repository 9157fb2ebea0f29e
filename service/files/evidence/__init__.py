"""What a file shows about how to read it: collectors in constant memory, and open questions."""
