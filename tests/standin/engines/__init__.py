"""Search engines and catalogues of papers on loopback, each speaking the wire of the real one."""
