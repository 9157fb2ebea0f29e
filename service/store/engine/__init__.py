"""Connection, writer, readers, transaction, migrations: knows SQLite, knows no table."""
