"""What the functions of this project compute, written from their specifications: a file a family.

The same text runs on integers, where tests compare it with vectors, and on the terms of a proof.
"""
