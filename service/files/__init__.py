"""Reading export files of shop systems: recognising, mapping, converting (issue 5). Imports the domain only."""
