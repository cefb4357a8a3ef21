-- A course is a draft, published (public or private) or archived. is_published and is_listed are the only places that
-- say what those words mean for a course; every statement reads them.
ALTER TABLE courses
  ADD COLUMN is_draft boolean NOT NULL DEFAULT false,
  -- Can be sold, and given to people.
  ADD COLUMN is_published boolean GENERATED ALWAYS AS (NOT is_draft AND archived_at IS NULL) STORED NOT NULL,
  -- Published and shown to everybody: catalogue, marketplace, sitemap, counts.
  ADD COLUMN is_listed boolean GENERATED ALWAYS AS (NOT is_draft AND archived_at IS NULL AND NOT is_private) STORED NOT NULL;

DROP INDEX courses_public_idx, courses_public_category_idx, courses_free_idx, courses_free_category_idx,
  courses_private_idx, courses_public_seller_idx, courses_price_idx, courses_price_category_idx, courses_students_idx,
  courses_students_category_idx, courses_rating_idx, courses_rating_category_idx, courses_creator_idx,
  courses_instructor_idx, courses_seller_idx;
CREATE INDEX courses_public_idx ON courses (id DESC) WHERE is_listed;
CREATE INDEX courses_public_category_idx ON courses (category, id DESC) WHERE is_listed;
CREATE INDEX courses_free_idx ON courses (id DESC) WHERE is_listed AND price_cents = 0;
CREATE INDEX courses_free_category_idx ON courses (category, id DESC) WHERE is_listed AND price_cents = 0;
CREATE INDEX courses_private_idx ON courses (id DESC) WHERE is_published AND is_private;
CREATE INDEX courses_public_seller_idx ON courses (seller_id, id DESC) WHERE is_listed;
CREATE INDEX courses_price_idx ON courses (price_cents, id) WHERE is_listed;
CREATE INDEX courses_price_category_idx ON courses (category, price_cents, id) WHERE is_listed;
CREATE INDEX courses_students_idx ON courses (student_count, id) WHERE is_listed;
CREATE INDEX courses_students_category_idx ON courses (category, student_count, id) WHERE is_listed;
CREATE INDEX courses_rating_idx ON courses (rating_score, id) WHERE is_listed;
CREATE INDEX courses_rating_category_idx ON courses (category, rating_score, id) WHERE is_listed;
-- Archived courses are listed for their makers too.
CREATE INDEX courses_creator_idx ON courses (created_by, id DESC);
CREATE INDEX courses_instructor_idx ON courses (instructor_id, id DESC);
CREATE INDEX courses_seller_idx ON courses (seller_id, id DESC);

CREATE OR REPLACE FUNCTION count_public_courses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.is_listed;
  is_now boolean := TG_OP <> 'DELETE' AND NEW.is_listed;
BEGIN
  IF was AND is_now AND OLD.category IS NOT DISTINCT FROM NEW.category AND (OLD.price_cents = 0) = (NEW.price_cents = 0) THEN
    RETURN NULL;
  END IF;
  IF was THEN
    UPDATE public_course_counts SET courses = courses - 1
     WHERE category = coalesce(OLD.category, '') AND is_free = (OLD.price_cents = 0);
  END IF;
  IF is_now THEN
    INSERT INTO public_course_counts VALUES (coalesce(NEW.category, ''), NEW.price_cents = 0, 1)
    ON CONFLICT (category, is_free) DO UPDATE SET courses = public_course_counts.courses + 1;
  END IF;
  RETURN NULL;
END $$;
