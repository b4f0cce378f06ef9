"""Tables, pages and pictures of the figures, and the state of a checkout."""
