-- What the marketplace filters by besides category and price (docs/decisions/marketplace.md). A job writes both columns; the courses of
-- the time before 0094 are due at once. The default is a constant for PostgreSQL, so no row is rewritten.
ALTER TABLE courses
  -- Of published videos and documents, as cards show it; null: not counted yet.
  ADD COLUMN minutes integer,
  -- When the job counts the minutes; null: nothing has changed.
  ADD COLUMN length_due_at timestamptz DEFAULT now(),
  -- Ten times the average that cards show, 45 for 4.5; 0 without reviews.
  ADD COLUMN rating_tenths smallint NOT NULL DEFAULT 0;

CREATE OR REPLACE VIEW course_cards AS
SELECT id, title, description, category, image_id, price_cents, sale_price_cents, sale_starts_at, sale_ends_at,
       is_private, is_draft, archived_at, is_published, is_listed, seller_id, created_by, instructor_id,
       student_count, rating_score, has_scratchpad, created_at, updated_at, language, level, contents_changed_at, minutes, rating_tenths
  FROM courses;

-- Two facets for 4.5 and more: a search names the facets that a course must have.
CREATE OR REPLACE FUNCTION course_facets(c courses) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_remove(ARRAY[
      CASE WHEN c.is_listed THEN '=listed' WHEN c.is_published THEN '=private' ELSE '=hidden' END,
      '=' || coalesce(c.category, ''), CASE WHEN c.price_cents = 0 THEN '=free' ELSE '=paid' END,
      '=language ' || c.language, '=level ' || c.level,
      CASE WHEN c.minutes > 360 THEN '=length over-6h' WHEN c.minutes >= 120 THEN '=length 2-6h' WHEN c.minutes > 0 THEN '=length under-2h' END,
      CASE WHEN c.rating_tenths >= 40 THEN '=rating 4' END, CASE WHEN c.rating_tenths >= 45 THEN '=rating 4.5' END], NULL);

DROP TRIGGER course_search_updated ON courses;
CREATE TRIGGER course_search_updated AFTER UPDATE ON courses FOR EACH ROW
  WHEN (OLD.title <> NEW.title OR OLD.description <> NEW.description OR OLD.is_listed <> NEW.is_listed
     OR course_facets(OLD) <> course_facets(NEW))
  EXECUTE FUNCTION course_search_changed();
