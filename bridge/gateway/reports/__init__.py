"""Summaries of what a shop did."""
