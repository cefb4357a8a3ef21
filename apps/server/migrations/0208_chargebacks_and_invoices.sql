-- outside a transaction
-- Few of a ledger's postings: chargebacks are a part of what was returned, and invoices of what was sold.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_postings_chargebacks_idx ON ledger_postings (at) WHERE kind IN ('chargeback', 'chargeback_won');
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_postings_invoices_idx ON ledger_postings (payee_seller_id, at) WHERE source LIKE 'invoice%';
-- Orders of which something was returned, for the filters of the list of orders.
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_returned_idx ON order_lines (order_id) WHERE refunded_cents > 0;
