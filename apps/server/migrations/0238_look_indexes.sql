-- outside a transaction
-- The papers that have a look, so that a look that no paper has can be deleted.
CREATE INDEX CONCURRENTLY IF NOT EXISTS receipts_look_idx ON receipts (look_id) WHERE look_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS invoices_look_idx ON invoices (look_id) WHERE look_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS certificates_look_idx ON certificates (look_id) WHERE look_id IS NOT NULL;
