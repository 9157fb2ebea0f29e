"""1C CommerceML: the files of one export, joined by Id to one list."""
