-- The resource that this one was copied from; it may be gone. A copied quiz has its questions from there
-- (docs/decisions/quiz-editor.md).
ALTER TABLE course_resources ADD COLUMN copied_from bigint;

CREATE OR REPLACE VIEW quiz_items AS
SELECT r.id, m.course_id, r.title, r.is_published, m.is_published AS is_module_published, r.media_id, r.copied_from
  FROM course_resources r JOIN course_contents m ON m.id = r.content_id
 WHERE r.file_type = 'quiz';
