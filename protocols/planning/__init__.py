"""What to do next: selection, queries, drift, context for agents, health, and when to stop."""
