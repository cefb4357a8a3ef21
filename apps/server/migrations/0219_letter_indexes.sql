-- outside a transaction
-- The function of these indexes has changed (0218). Each is built under a new name before the old one is dropped.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_name_letters_trgm ON users USING gin (search_form(name) gin_trgm_ops) WHERE erased_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_name_form_trgm;
CREATE INDEX CONCURRENTLY IF NOT EXISTS study_groups_name_letters_trgm ON study_groups USING gin (search_form(name) gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS study_groups_name_form_trgm;
CREATE INDEX CONCURRENTLY IF NOT EXISTS study_groups_description_letters_trgm ON study_groups USING gin (search_form(description) gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS study_groups_description_form_trgm;
CREATE INDEX CONCURRENTLY IF NOT EXISTS discussions_title_letters_trgm ON discussions USING gin (search_form(title) gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS discussions_title_form_trgm;
CREATE INDEX CONCURRENTLY IF NOT EXISTS discussions_body_letters_trgm ON discussions USING gin (search_form(body) gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS discussions_body_form_trgm;
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_title_letters_trgm ON order_lines USING gin (search_form(title) gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS order_lines_title_form_trgm;
