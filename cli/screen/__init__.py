"""What a terminal shows, in English and Korean."""
