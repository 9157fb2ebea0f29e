"""Under which licences the parts of a package may be used:
their texts, collected at the build from what goes in.
"""
