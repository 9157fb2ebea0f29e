"""The macOS package: a universal application in a disk image, signed and notarised by hooks."""
