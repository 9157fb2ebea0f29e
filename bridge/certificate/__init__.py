"""The certificate of this installation, for encrypted calls from the network (contract §2.8)."""
