-- Private notes and bookmarks of learners (docs/decisions/private-notes.md). `resource_id` refers to nothing: a note outlives its
-- lesson, under the title that the lesson had when the note was last saved.
CREATE TABLE lesson_notes (
  owner_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Chosen by the client, unique for each owner.
  id uuid NOT NULL,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  resource_id bigint NOT NULL,
  lesson_title text NOT NULL,
  -- Time in a video.
  position_ms integer CHECK (position_ms >= 0),
  -- Page of a document.
  page integer CHECK (page >= 1),
  -- Empty: a bookmark.
  body text NOT NULL CHECK (char_length(body) <= 5000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, id)
);
CREATE INDEX lesson_notes_course_idx ON lesson_notes (course_id, owner_id, resource_id);
