-- What a search of courses reads (docs/decisions/search.md). A table of its own: figures of courses change often, their texts seldom.

-- How texts and searched words are compared: without case and accents, any space as one blank. Needs no extension: PostgreSQL
-- decomposes letters itself, except those that Unicode does not decompose.
CREATE FUNCTION search_form(written text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(translate(
      regexp_replace(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g'),
      'ØøŁłĐđĦħŦŧı', 'OoLlDdHhTti'));

-- Every one, two and three characters in a row of each word of a form, and each short word between blanks: what the index holds. Unlike
-- pg_trgm this finds one letter, `c#` and `编程`. The cost keeps the planner from computing it while a table is scanned.
CREATE FUNCTION search_grams(form text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
    RETURN ARRAY(
      SELECT DISTINCT gram FROM (SELECT DISTINCT word FROM string_to_table(form, ' ') word) words
       CROSS JOIN LATERAL (
         SELECT substr(word, place, size) FROM generate_series(1, length(word)) place, generate_series(1, 3) size
          WHERE place + size <= length(word) + 1
         UNION ALL
         SELECT ' ' || short || ' ' FROM regexp_split_to_table(word, '[^a-z0-9]+') short WHERE length(short) BETWEEN 1 AND 3
       ) found (gram));

-- The grams that a text with these words must have: a word of up to three characters itself, of a longer one every third.
CREATE FUNCTION search_keys(form text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ARRAY(
      SELECT DISTINCT substr(word, least(place, greatest(length(word) - 2, 1)), 3)
        FROM string_to_table(form, ' ') word CROSS JOIN LATERAL generate_series(1, length(word), 3) place);

CREATE TABLE course_search (
  course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
  -- Title and description.
  form text NOT NULL,
  -- What a list is narrowed to: `=listed` or `=private` when published, the category, `=free` or `=paid`. No gram is that long.
  facets text[] NOT NULL
);
-- Without a list of pending entries, which each search would read to its end.
CREATE INDEX course_search_grams ON course_search USING gin ((search_grams(form) || facets)) WITH (fastupdate = off);
-- The planner assumes few rows for every search, so that the plan never depends on the words; ANALYZE need not compute all grams.
ALTER INDEX course_search_grams ALTER COLUMN 1 SET STATISTICS 0;

-- Words of titles of listed courses, for near spellings. A word stays when its last course is gone: what is shown is searched first.
CREATE TABLE course_words (
  word text PRIMARY KEY
);
CREATE INDEX course_words_trgm ON course_words USING gin (word gin_trgm_ops);

CREATE FUNCTION course_facets(c courses) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY[
      CASE WHEN c.is_listed THEN '=listed' WHEN c.is_published THEN '=private' ELSE '=hidden' END,
      '=' || coalesce(c.category, ''), CASE WHEN c.price_cents = 0 THEN '=free' ELSE '=paid' END];

CREATE FUNCTION words_to_suggest(title text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    BEGIN ATOMIC
      SELECT DISTINCT word FROM regexp_split_to_table(search_form(title), '[^a-z]+') word WHERE length(word) BETWEEN 4 AND 40;
    END;

CREATE FUNCTION course_search_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO course_search VALUES (NEW.id, search_form(NEW.title || ' ' || NEW.description), course_facets(NEW))
  ON CONFLICT (course_id) DO UPDATE SET form = excluded.form, facets = excluded.facets;
  IF NEW.is_listed THEN
    -- In one order everywhere, so that two transactions do not wait for each other.
    INSERT INTO course_words SELECT word FROM words_to_suggest(NEW.title) word ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER course_search_inserted AFTER INSERT ON courses FOR EACH ROW EXECUTE FUNCTION course_search_changed();
CREATE TRIGGER course_search_updated AFTER UPDATE ON courses FOR EACH ROW
  WHEN (OLD.title <> NEW.title OR OLD.description <> NEW.description OR OLD.is_listed <> NEW.is_listed
     OR OLD.is_published <> NEW.is_published OR OLD.category IS DISTINCT FROM NEW.category
     OR (OLD.price_cents = 0) <> (NEW.price_cents = 0))
  EXECUTE FUNCTION course_search_changed();
