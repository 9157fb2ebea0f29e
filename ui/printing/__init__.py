"""Papers: blocks of text, bars and lines on pages, their preview, PDF and printer."""
