-- orders_number_key of 0075 holds the same. In a transaction of its own: an index cannot be built concurrently in one.
ALTER TABLE orders DROP CONSTRAINT orders_public_id_key;
