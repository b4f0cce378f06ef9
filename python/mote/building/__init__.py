"""From sources to an image: packing, compiling, linking, and what an object is made of."""
