"""The command line: a module for each group of commands, imported when the command is used."""
