-- outside a transaction
-- Lines whose promise is longer than the longest that sellers choose: a seller's reserve looks for them apart.
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_long_promise_idx ON order_lines (seller_id, id) WHERE money_back_days > 30;
-- Erased accounts are few: people are counted without looking at the account of each.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_erased_idx ON users (id) WHERE erased_at IS NOT NULL;
ANALYZE unsummed_postings;
