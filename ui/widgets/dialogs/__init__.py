"""Dialogs and toasts."""
