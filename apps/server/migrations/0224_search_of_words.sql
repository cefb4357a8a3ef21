-- outside a transaction
-- Searches find whole words of titles, and teachers and sellers by name. The expressions are those of the catalogue's
-- course-search.store.ts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS courses_title_words ON courses
  USING gin (regexp_split_to_array(search_form(title), '[] !"$%&''()*,./:;<=>?@[_{|}~-]+'));
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_teacher_name_trgm ON users
  USING gin (search_form(name) gin_trgm_ops) WHERE erased_at IS NULL AND role <> 'student';
CREATE INDEX CONCURRENTLY IF NOT EXISTS businesses_name_trgm ON businesses USING gin (search_form(name) gin_trgm_ops);
