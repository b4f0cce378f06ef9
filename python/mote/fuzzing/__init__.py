"""Random calls, compared with the references of the test vectors."""
