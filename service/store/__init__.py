"""The only SQL: one module per family of tables, the writers, a few readers, and the migrations."""
