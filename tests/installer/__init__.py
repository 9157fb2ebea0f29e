"""Tests of installer/."""
