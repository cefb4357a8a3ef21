-- Live sessions of a course (docs/decisions/live-sessions.md). Oldest release that may serve: 0157.
CREATE TABLE live_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  created_by bigint NOT NULL REFERENCES users,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  starts_at timestamptz NOT NULL,
  minutes smallint NOT NULL CHECK (minutes BETWEEN 5 AND 720),
  -- Of the meeting; learners get it shortly before the start.
  link text NOT NULL CHECK (link ~ '^https://' AND length(link) <= 2000),
  notes text NOT NULL CHECK (length(notes) <= 2000),
  changed_at timestamptz NOT NULL,
  removed_at timestamptz,
  -- When learners were reminded; null: not yet.
  day_told_at timestamptz,
  hour_told_at timestamptz
);
CREATE INDEX live_sessions_course_idx ON live_sessions (course_id, starts_at);
CREATE INDEX live_sessions_due_idx ON live_sessions (starts_at) WHERE removed_at IS NULL AND hour_told_at IS NULL;

-- Who was there, as the people of the course have noted it. No row: not noted.
CREATE TABLE live_session_attendance (
  session_id bigint NOT NULL REFERENCES live_sessions ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  is_present boolean NOT NULL,
  noted_by bigint NOT NULL REFERENCES users,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, user_id)
);
CREATE INDEX live_session_attendance_user_idx ON live_session_attendance (user_id);

-- Written by the product to remind of a session: it does not count against the announcements of a day.
ALTER TABLE announcements ADD COLUMN is_reminder boolean NOT NULL DEFAULT false;

-- For the calendar of each learner.
CREATE VIEW learner_live_sessions AS
SELECT e.user_id, s.id, s.course_id, c.title AS course_title, s.title, s.starts_at, s.minutes, s.changed_at
  FROM live_sessions s JOIN courses c ON c.id = s.course_id JOIN active_enrolments e ON e.course_id = s.course_id
 WHERE s.removed_at IS NULL;
