"""Where sessions are kept: files on this machine, or PostgreSQL."""
