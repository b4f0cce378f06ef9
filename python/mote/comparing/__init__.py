"""Others' figures: published ones, libraries measured here, the tables of papers."""
