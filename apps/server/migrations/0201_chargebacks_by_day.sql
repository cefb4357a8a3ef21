-- outside a transaction
-- For the chargebacks of a month: seller_chargebacks.
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_chargebacks_idx ON refunds (created_at) WHERE kind = 'chargeback';
