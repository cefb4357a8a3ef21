-- outside a transaction
-- The search of the studio finds items of all courses by the words of their titles. Names and titles are also found by one or two
-- letters and in scripts without trigrams, with the expressions of the index course_search_grams.
CREATE INDEX CONCURRENTLY IF NOT EXISTS course_resources_title_trgm ON course_resources USING gin (search_form(title) gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS course_resources_title_grams ON course_resources
  USING gin (search_grams(search_form(title)));
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_name_grams ON users USING gin (search_grams(search_form(name))) WHERE erased_at IS NULL;
