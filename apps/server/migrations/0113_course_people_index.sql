-- outside a transaction
-- Completed lessons of all learners of a course, without reading the rows themselves.
CREATE INDEX CONCURRENTLY IF NOT EXISTS resource_progress_completed_idx ON resource_progress (resource_id, user_id) WHERE completed_at IS NOT NULL;
