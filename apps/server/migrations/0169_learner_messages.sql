-- Messages of the people of a course to one of its learners (docs/decisions/learner-messages.md). Oldest release that may serve: 0157.
CREATE TABLE learner_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  -- The learner. Deleted with the account.
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users,
  -- A UUID of the client: the same author's message to this learner with the same key is sent once.
  client_key uuid,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  -- Queued as a mail, too: the address was verified, and the learner had not stopped these mails.
  is_mailed boolean NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (author_id, client_key, course_id, user_id)
);
CREATE INDEX learner_messages_learner_idx ON learner_messages (user_id, course_id, id DESC);
-- For the limit of a day.
CREATE INDEX learner_messages_course_idx ON learner_messages (course_id, created_at);

-- For the notifications about them.
CREATE VIEW learner_message_texts AS
SELECT m.id, m.body, c.title AS course_title FROM learner_messages m JOIN courses c ON c.id = m.course_id;
