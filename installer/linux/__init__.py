"""The Debian package: frozen by PyInstaller into one folder, packed by dpkg-deb."""
