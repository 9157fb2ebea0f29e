"""The writes of the upstream link, one use case each."""
