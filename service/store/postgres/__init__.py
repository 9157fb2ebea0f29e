"""PostgreSQL as the engine of a store: connection, SQL, schema. Loaded where it is used."""
