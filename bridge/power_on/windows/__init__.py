"""The Windows service that runs `serve` from power-on."""
