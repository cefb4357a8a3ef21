-- outside a transaction
-- Searches compare the forms of names and texts. The release before still reads the indexes of the texts themselves, which a later
-- release removes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_name_form_trgm ON users USING gin (search_form(name) gin_trgm_ops) WHERE erased_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS study_groups_name_form_trgm ON study_groups USING gin (search_form(name) gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS study_groups_description_form_trgm ON study_groups USING gin (search_form(description) gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS discussions_title_form_trgm ON discussions USING gin (search_form(title) gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS discussions_body_form_trgm ON discussions USING gin (search_form(body) gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_title_form_trgm ON order_lines USING gin (search_form(title) gin_trgm_ops);
