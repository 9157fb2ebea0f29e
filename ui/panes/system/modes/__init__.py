"""The three switches of the integration mode."""
