"""The tray process: Qt's main thread, the service's own, one composition root (desktop §3)."""
