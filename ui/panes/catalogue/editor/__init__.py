"""The dialog in which a part is entered or changed by hand."""
