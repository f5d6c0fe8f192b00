"""What every part agrees on, all of it pure: graph, edits, typed calls, events, ports, errors, ids."""
