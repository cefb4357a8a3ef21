-- Lessons that are texts (docs/decisions/lesson-texts.md).
CREATE TABLE lesson_texts (
  resource_id bigint PRIMARY KEY REFERENCES course_resources ON DELETE CASCADE,
  -- What learners read (contracts/lesson-document.ts).
  document jsonb NOT NULL,
  -- Changes that learners do not see yet; null: none.
  draft jsonb,
  saved_at timestamptz NOT NULL
);

-- Of the text that learners read; null: the lesson is no text.
ALTER TABLE course_resources ADD COLUMN words integer CHECK (words >= 0);

CREATE OR REPLACE VIEW outline_resources AS
SELECT r.id, r.content_id, m.course_id, r.media_id, r.title, r.file_type, r.is_preview,
       m.is_published AND r.is_published AS is_published, m.sort_order AS module_sort_order, r.sort_order,
       r.pass_percentage, r.file_type = 'video' OR r.pass_percentage IS NOT NULL AS is_required, r.words
  FROM course_resources r JOIN course_contents m ON m.id = r.content_id;

CREATE OR REPLACE VIEW published_resources AS
SELECT id, content_id, course_id, media_id, title, file_type, is_preview, module_sort_order, sort_order, pass_percentage, is_required,
       words
  FROM outline_resources WHERE is_published;
