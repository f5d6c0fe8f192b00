"""What the Makefile needs beside the product."""
