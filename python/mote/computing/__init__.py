"""Functions computed by an implementation for a user: hashes, ciphers, checksums."""
