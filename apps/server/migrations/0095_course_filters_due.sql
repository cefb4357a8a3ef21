-- outside a transaction
-- The courses whose length is to be counted; after the first runs there are few.
CREATE INDEX CONCURRENTLY IF NOT EXISTS courses_length_due_idx ON courses (length_due_at) WHERE length_due_at IS NOT NULL;
