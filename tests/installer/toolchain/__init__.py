"""Tests of toolchain/."""
