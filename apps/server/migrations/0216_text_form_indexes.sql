-- outside a transaction
-- Searches compare the forms of names and texts. The release before reads the indexes that end here no longer quickly, but rightly.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_name_form_trgm ON users USING gin (search_form(name) gin_trgm_ops) WHERE erased_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS study_groups_name_form_trgm ON study_groups USING gin (search_form(name) gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS study_groups_description_form_trgm ON study_groups USING gin (search_form(description) gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS discussions_title_form_trgm ON discussions USING gin (search_form(title) gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS discussions_body_form_trgm ON discussions USING gin (search_form(body) gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_title_form_trgm ON order_lines USING gin (search_form(title) gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS users_name_trgm;
DROP INDEX CONCURRENTLY IF EXISTS study_groups_name_trgm;
DROP INDEX CONCURRENTLY IF EXISTS study_groups_description_trgm;
DROP INDEX CONCURRENTLY IF EXISTS discussions_title_trgm;
DROP INDEX CONCURRENTLY IF EXISTS discussions_body_trgm;
DROP INDEX CONCURRENTLY IF EXISTS order_lines_title_trgm;
DROP INDEX CONCURRENTLY IF EXISTS courses_title_trgm;
DROP INDEX CONCURRENTLY IF EXISTS courses_description_trgm;
