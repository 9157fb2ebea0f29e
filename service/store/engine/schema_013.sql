-- The customer of an order by phone, as the shop wrote it down. It is never sent to a caller, a target or a marketplace.

CREATE TABLE order_customers (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    address TEXT NOT NULL,
    note TEXT NOT NULL
) STRICT;
