"""Language models behind one attempt: requests, prices, limits and failures of every provider."""
