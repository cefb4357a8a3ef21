-- The least percentage that completes a quiz, by the author's rule; null: submitting completes it (docs/decisions/assessments.md).
ALTER TABLE course_resources ADD COLUMN pass_percentage smallint CHECK (pass_percentage BETWEEN 1 AND 100);

-- `is_required`: what counts as a lesson in a course with videos: the videos, and the quizzes with a pass mark.
CREATE OR REPLACE VIEW outline_resources AS
SELECT r.id, r.content_id, m.course_id, r.media_id, r.title, r.file_type, r.is_preview,
       m.is_published AND r.is_published AS is_published, m.sort_order AS module_sort_order, r.sort_order,
       r.pass_percentage, r.file_type = 'video' OR r.pass_percentage IS NOT NULL AS is_required
  FROM course_resources r JOIN course_contents m ON m.id = r.content_id;

CREATE OR REPLACE VIEW published_resources AS
SELECT id, content_id, course_id, media_id, title, file_type, is_preview, module_sort_order, sort_order, pass_percentage, is_required
  FROM outline_resources WHERE is_published;

CREATE OR REPLACE VIEW open_resources AS
SELECT m.user_id, r.id, r.content_id, r.course_id, r.media_id, r.title, r.file_type, r.module_sort_order, r.sort_order, r.is_required
  FROM open_modules m JOIN published_resources r ON r.content_id = m.id;

-- What progress counts: the required items of a course with videos; all published items of one without.
CREATE OR REPLACE VIEW lessons AS
SELECT r.id, r.course_id FROM published_resources r
 WHERE r.is_required
    OR NOT EXISTS (SELECT FROM published_resources v WHERE v.course_id = r.course_id AND v.file_type = 'video');
