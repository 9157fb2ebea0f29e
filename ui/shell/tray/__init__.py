"""The tray icon, its badge, and ringing."""
