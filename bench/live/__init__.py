"""`make eval`: SciFact claims put to a live model through whole sessions. It costs money, and asks first."""
