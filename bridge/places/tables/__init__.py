"""The adapters that read a table of a database, one for each driver."""
