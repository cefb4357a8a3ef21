-- outside a transaction
-- For the reminders: enrolments with an end, of which a course without an access length has none.
CREATE INDEX CONCURRENTLY IF NOT EXISTS enrolments_ending_idx ON enrolments (access_ends_at) WHERE access_ends_at IS NOT NULL AND revoked_at IS NULL;
