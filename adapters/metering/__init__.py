"""What stands between a question and a provider: journal, retry, budget, throttle; and shared sources."""
