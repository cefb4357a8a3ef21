-- Quizzes draw some questions of a group for each attempt (docs/decisions/drawn-questions.md). The oldest release that may
-- serve: 0130. It asks all questions of a quiz in attempts that it starts, and grades the points of drawn ones right,
-- because the others have no answers.
ALTER TABLE assessments
  -- [{"name": text, "draw": number}]: of the published version.
  ADD COLUMN groups jsonb NOT NULL DEFAULT '[]';
ALTER TABLE assessment_questions
  -- The group that the question is drawn from; null: it is always asked.
  ADD COLUMN draw_group text CHECK (length(draw_group) BETWEEN 1 AND 60);
ALTER TABLE attempts
  -- The ids of the questions of this attempt; null: all of its version.
  ADD COLUMN drawn bigint[];
