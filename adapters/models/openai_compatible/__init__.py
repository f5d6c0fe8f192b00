"""Models behind OpenAI's Chat Completions API: a registry of providers, and one adapter for all of them."""
