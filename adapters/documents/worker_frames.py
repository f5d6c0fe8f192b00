"""How a file and its text cross the pipe; alone in a module so that neither side imports the other."""

import struct

LENGTHS = struct.Struct(">II")
"""Before a request: the length of its header and of its content."""
LENGTH = struct.Struct(">I")
"""Before a reply."""
