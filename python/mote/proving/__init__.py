"""Proofs: an implementation equals its specification for all inputs (`mote prove`)."""
