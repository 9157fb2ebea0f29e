"""The licences of a package's parts: their texts, collected at the build from what goes in."""
