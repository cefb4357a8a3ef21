-- A learner's own order of their courses: courses put away, and courses wanted later.
ALTER TABLE enrolments ADD COLUMN archived_at timestamptz;
COMMENT ON COLUMN enrolments.archived_at IS 'The learner has archived the course in their own list; it changes nothing else.';

CREATE OR REPLACE VIEW active_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at, archived_at FROM enrolments WHERE revoked_at IS NULL;

CREATE TABLE wishlist_courses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  added_at timestamptz NOT NULL,
  UNIQUE (user_id, course_id)
);
CREATE INDEX wishlist_courses_course_idx ON wishlist_courses (course_id);
