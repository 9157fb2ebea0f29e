"""The list of calls: model, feed, painter."""
