"""Settings: flags, environment, config files, and what a session remembers of them."""
