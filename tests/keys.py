"""The key of the stand-in, apart from it: whoever looks for it on disk need not load a server."""

KEY = "sk-ant-standin-4f9d2c7b1e"
