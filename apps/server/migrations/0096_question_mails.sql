-- Mails about questions in courses (docs/decisions/lesson-questions.md): questions that the next mail to the teachers names, and people
-- who want none of these mails.
CREATE TABLE waiting_question_mails (
  discussion_id bigint PRIMARY KEY REFERENCES discussions ON DELETE CASCADE,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE
);
CREATE INDEX waiting_question_mails_course_idx ON waiting_question_mails (course_id);

CREATE TABLE question_mail_stops (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  stopped_at timestamptz NOT NULL
);
