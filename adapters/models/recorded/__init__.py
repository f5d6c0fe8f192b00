"""A model's answers kept in a file, and replayed from it. Only the tour uses them."""
