"""The CogniGraph: its types, the edits that change it, and the reducer that applies them."""
