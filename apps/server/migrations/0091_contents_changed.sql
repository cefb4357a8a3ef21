-- When published contents of a course last changed, for its sales page. Null for courses that have not changed since 0091: then the
-- newest published item says it.
ALTER TABLE courses ADD COLUMN contents_changed_at timestamptz;

CREATE OR REPLACE VIEW course_cards AS
SELECT id, title, description, category, image_id, price_cents, sale_price_cents, sale_starts_at, sale_ends_at,
       is_private, is_draft, archived_at, is_published, is_listed, seller_id, created_by, instructor_id,
       student_count, rating_score, has_scratchpad, created_at, updated_at, language, level, contents_changed_at
  FROM courses;
