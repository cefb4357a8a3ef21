-- outside a transaction
-- For the members of a cohort, and the places that payable orders hold.
CREATE INDEX CONCURRENTLY IF NOT EXISTS enrolments_cohort_idx ON enrolments (cohort_id) WHERE cohort_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS open_purchases_cohort_idx ON open_purchases (cohort_id) WHERE cohort_id IS NOT NULL;
