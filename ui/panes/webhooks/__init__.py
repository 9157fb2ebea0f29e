"""The Webhooks pane: targets, their secrets, deliveries, and the test receiver."""
