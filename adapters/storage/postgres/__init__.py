"""A fleet's side of the ports: journal, record, pages, ledger, limiter and queue in one PostgreSQL."""
