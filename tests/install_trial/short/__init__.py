"""The packages in short: with a small program, in a layer over this computer's own files."""
