"""What a package carries below its Python packages: CPython, OpenSSL, and the list of them."""
