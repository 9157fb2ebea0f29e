"""The program on a real desktop: a display, a tray, a session bus with a secret service, and
clicks.
"""
