-- Questions that a seller keeps for its quizzes (docs/decisions/question-bank.md). The oldest release that may serve: 0130.
CREATE TABLE bank_questions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers ON DELETE CASCADE,
  -- As its author edits it, complete or not (contracts/quiz-draft.ts).
  question jsonb NOT NULL,
  tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 10),
  -- Counted from 1; quizzes know the revision that they copied.
  revision integer NOT NULL DEFAULT 1 CHECK (revision >= 1),
  changed_at timestamptz NOT NULL
);
CREATE INDEX bank_questions_seller_idx ON bank_questions (seller_id, id DESC);

ALTER TABLE assessment_questions
  -- The bank's question that this one was copied from, and its revision then; it may be gone.
  ADD COLUMN bank_question_id bigint,
  ADD COLUMN bank_revision integer,
  ADD CONSTRAINT assessment_questions_bank CHECK (num_nulls(bank_question_id, bank_revision) IN (0, 2));
