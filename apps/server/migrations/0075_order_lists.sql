-- outside a transaction
-- Lists of orders: docs/decisions/order-lists.md. Instead of the constraint on `public_id`, for equal numbers and for the start of one.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS orders_number_key ON orders (public_id text_pattern_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_state_idx ON orders (state, id DESC) WHERE state <> 'paid';
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_not_granted_idx ON order_lines (seller_id, order_id DESC) WHERE status <> 'granted';
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_title_trgm ON order_lines USING gin (title gin_trgm_ops);
