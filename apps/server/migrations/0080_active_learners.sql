-- outside a transaction
-- Learners of courses without reading their enrolments: instead of enrolments_course_idx, which had the first two columns only.
CREATE INDEX CONCURRENTLY IF NOT EXISTS enrolments_people_idx ON enrolments (course_id, user_id) INCLUDE (source, revoked_at);
DROP INDEX CONCURRENTLY IF EXISTS enrolments_course_idx;
