-- The language of a course's lessons and what it asks of its learners; null: unknown. Adding a constraint as NOT VALID reads no rows:
-- all rows are null here, and new ones are checked.
ALTER TABLE courses ADD COLUMN language text, ADD COLUMN level text;
ALTER TABLE courses ADD CONSTRAINT courses_language_check CHECK (language IN ('en', 'ms')) NOT VALID;
ALTER TABLE courses ADD CONSTRAINT courses_level_check CHECK (level IN ('beginner', 'intermediate', 'advanced', 'all_levels')) NOT VALID;

CREATE OR REPLACE VIEW course_cards AS
SELECT id, title, description, category, image_id, price_cents, sale_price_cents, sale_starts_at, sale_ends_at,
       is_private, is_draft, archived_at, is_published, is_listed, seller_id, created_by, instructor_id,
       student_count, rating_score, has_scratchpad, created_at, updated_at, language, level
  FROM courses;
