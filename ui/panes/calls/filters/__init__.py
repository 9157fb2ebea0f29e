"""The filters of the call log."""
