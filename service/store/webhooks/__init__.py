"""The tables of targets, events, deliveries and the outbox."""
