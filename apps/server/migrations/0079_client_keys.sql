-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS discussions_client_key_idx ON discussions (author_id, client_key) WHERE client_key IS NOT NULL;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS discussion_posts_client_key_idx ON discussion_posts (author_id, client_key) WHERE client_key IS NOT NULL;
