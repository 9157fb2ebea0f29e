"""Export files as shop systems write them."""
