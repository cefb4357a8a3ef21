-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS discussion_posts_accepted_idx ON discussion_posts (discussion_id) WHERE accepted_at IS NOT NULL;
