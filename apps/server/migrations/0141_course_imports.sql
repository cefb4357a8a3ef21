-- Courses that come in as archives (docs/decisions/course-archives.md). The archive is a file like any other upload.
ALTER TABLE media DROP CONSTRAINT media_purpose_check;
ALTER TABLE media
  ADD CONSTRAINT media_purpose_check
  CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz', 'discussion', 'archive')) NOT VALID;

CREATE TABLE course_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The archive; null once it has been read, or was removed.
  media_id bigint REFERENCES media ON DELETE SET NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('examining', 'refused', 'ready', 'importing', 'done')),
  -- Why it is refused: path and reason of each problem.
  problems jsonb NOT NULL DEFAULT '[]',
  -- What an examined archive would create; null before.
  plan jsonb,
  -- Files that are stored already, by their path in the archive, so that an interrupted import continues.
  stored jsonb NOT NULL DEFAULT '{}',
  course_id bigint REFERENCES courses ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);
-- One at a time; also for 'the latest of a person'.
CREATE INDEX course_imports_user_idx ON course_imports (user_id, id);
CREATE UNIQUE INDEX course_imports_running_idx ON course_imports (user_id) WHERE state IN ('examining', 'importing');
CREATE INDEX course_imports_media_idx ON course_imports (media_id);
CREATE INDEX course_imports_course_idx ON course_imports (course_id);
