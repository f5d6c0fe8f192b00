"""Every sentence for people, by id: a folder of Fluent files per language, and the catalogue over them."""
