"""Version, newer versions, licences, and the data folder."""
