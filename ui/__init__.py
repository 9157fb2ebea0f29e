"""The desktop's windows, panes and widgets; they reach the service through `ui.backend` only."""
