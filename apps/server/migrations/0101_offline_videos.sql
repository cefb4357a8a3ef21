-- Whether learners may keep the videos of a course on a device (docs/decisions/offline-course.md).
ALTER TABLE courses ADD COLUMN allows_offline_video boolean NOT NULL DEFAULT false;

CREATE OR REPLACE VIEW course_cards AS
SELECT id, title, description, category, image_id, price_cents, sale_price_cents, sale_starts_at, sale_ends_at,
       is_private, is_draft, archived_at, is_published, is_listed, seller_id, created_by, instructor_id,
       student_count, rating_score, has_scratchpad, created_at, updated_at, language, level, contents_changed_at, minutes, rating_tenths,
       allows_offline_video
  FROM courses;
