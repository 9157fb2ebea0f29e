"""The only SQL: one module per family of tables, one writer, a few readers, and the migrations."""
