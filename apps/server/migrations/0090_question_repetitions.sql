-- Questions that a learner has answered wrongly in a quiz and is asked again (docs/decisions/question-repetitions.md).
CREATE TABLE question_repetitions (
  user_id bigint NOT NULL REFERENCES users,
  question_id bigint NOT NULL REFERENCES assessment_questions ON DELETE CASCADE,
  -- How often in a row it was answered correctly since.
  step smallint NOT NULL DEFAULT 0 CHECK (step >= 0),
  due_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, question_id)
);
-- For deleting a quiz with its questions.
CREATE INDEX question_repetitions_question ON question_repetitions (question_id);
