-- outside a transaction
-- The newest enrolments of a course, for the studio of its seller.
CREATE INDEX CONCURRENTLY IF NOT EXISTS enrolments_newest_idx ON enrolments (course_id, id DESC) WHERE revoked_at IS NULL;
