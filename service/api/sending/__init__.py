"""Sends answers: small ones in one piece, long ones in parts."""
