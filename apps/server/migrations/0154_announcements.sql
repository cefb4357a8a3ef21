-- Announcements of a course to its learners (docs/decisions/announcements.md). Oldest release that may serve: 0130.
CREATE TABLE announcements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users,
  -- A UUID of the client: the same author's announcement with the same key is written once.
  client_key uuid,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  is_mailed boolean NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  removed_at timestamptz,
  -- Delivery: learners with access when it was written are told in the order of their enrolments. Null: not all are told yet.
  delivered_at timestamptz,
  last_enrolment_id bigint NOT NULL DEFAULT 0,
  told_count integer NOT NULL DEFAULT 0,
  UNIQUE (author_id, client_key)
);
CREATE INDEX announcements_course_idx ON announcements (course_id, id DESC);

-- People who want no mails about announcements.
CREATE TABLE announcement_mail_stops (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  stopped_at timestamptz NOT NULL
);

-- For the notifications about them.
CREATE VIEW announcement_titles AS
SELECT a.id, a.title, c.title AS course_title FROM announcements a JOIN courses c ON c.id = a.course_id WHERE a.removed_at IS NULL;
