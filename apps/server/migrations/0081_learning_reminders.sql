-- Reminders by mail of a learning plan (docs/decisions/learning-rhythm.md).
ALTER TABLE learning_goals
  ADD COLUMN reminds boolean NOT NULL DEFAULT false,
  ADD COLUMN next_reminder_at timestamptz,
  ADD COLUMN reminded_at timestamptz,
  -- Reminders since the learner was last seen. Three end them.
  ADD COLUMN unanswered smallint NOT NULL DEFAULT 0;
CREATE INDEX learning_goals_due_idx ON learning_goals (next_reminder_at) WHERE reminds;

ALTER TABLE mail_outbox
  -- Of the headers List-Unsubscribe and List-Unsubscribe-Post (RFC 8058). Secret: deleted once sent.
  ADD COLUMN unsubscribe_url text,
  -- A mail that could not be sent before is dropped.
  ADD COLUMN expires_at timestamptz;
