-- outside a transaction
-- A sales page names how many public courses and learners the instructor has.
CREATE INDEX CONCURRENTLY IF NOT EXISTS courses_public_instructor_idx ON courses (instructor_id) INCLUDE (student_count) WHERE is_listed;
