"""The tray icon, notices of orders, and ringing."""
