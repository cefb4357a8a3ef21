-- The chapters of a video (packages/contracts/src/courses/chapters.ts); null: it has none.
ALTER TABLE course_resources ADD COLUMN chapters jsonb;
