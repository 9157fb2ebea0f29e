"""The variable by which a service from power-on is to wait for its data folder."""

VARIABLE = "COUNTERPART_WAITS_FOR_DATA"
"""`on` in the environment of a service. An earlier version, after a rollback, does not know it and
starts all the same; an option of the command line would be an error there.
"""
