-- outside a transaction
-- The orders of a learner, whether bought or given, and for the foreign key.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_learner_idx ON orders ((CASE WHEN is_gift THEN learner_id ELSE buyer_id END), id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_learner_id_idx ON orders (learner_id) WHERE learner_id IS NOT NULL;
