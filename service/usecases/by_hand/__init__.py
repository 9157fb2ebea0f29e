"""Use cases for what a person enters or changes in the catalogue."""
