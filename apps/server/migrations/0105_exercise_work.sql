-- A learner's code in an author's exercise (docs/decisions/practice.md). Nothing is counted from it. The last release neither reads nor
-- writes it.
CREATE TABLE exercise_work (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  resource_id bigint NOT NULL REFERENCES course_resources ON DELETE CASCADE,
  code text NOT NULL CHECK (char_length(code) <= 20000),
  -- The stored code is one that passed all checks in the learner's browser.
  is_passing boolean NOT NULL,
  -- When any code of theirs passed for the first time; it stays when they go on trying.
  passed_at timestamptz,
  -- When the learner wrote the stored code; an older one that arrives later does not replace it.
  set_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, resource_id),
  CHECK (passed_at IS NOT NULL OR NOT is_passing)
);
CREATE INDEX exercise_work_resource_idx ON exercise_work (resource_id);
