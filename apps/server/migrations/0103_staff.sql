-- outside a transaction
-- Lists of people who teach or administer, among a million learners.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_staff_idx ON users (id DESC) WHERE role IN ('instructor', 'admin', 'superadmin');
