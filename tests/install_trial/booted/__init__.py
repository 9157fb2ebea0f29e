"""The units of the Debian package, run by a real systemd."""
