"""Tests of the window, offscreen, on the fake shop."""
