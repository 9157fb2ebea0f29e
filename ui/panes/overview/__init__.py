"""The Overview: is it listening, what waits, what is wrong, what is left to set up."""
