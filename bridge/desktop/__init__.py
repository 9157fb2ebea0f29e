"""The tray process: Qt on the main thread,
the service on its own, one composition root (desktop §3).
"""
