"""The fakes of what the counter works with: shops, host, orders, catalogue."""
