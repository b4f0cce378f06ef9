"""Rows of figures: an implementation on a CPU built, audited, checked and measured."""
