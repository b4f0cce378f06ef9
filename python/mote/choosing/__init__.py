"""Which implementation: files from outside, what fits a wish, and its export."""
