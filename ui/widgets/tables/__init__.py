"""Tables, lists and their painting."""
