"""Commands of webhooks: targets, deliveries, the test receiver."""
