"""Tests of the window, offscreen, with the fake shop."""
