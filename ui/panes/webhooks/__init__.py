"""The Webhooks pane: targets, their secrets, what was sent, and the test receiver."""
