-- Weekly goals of learners (docs/decisions/learning-rhythm.md). Weeks start on Monday in the zone of learner_records.
CREATE TABLE learning_goals (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Null: no goal.
  days_per_week smallint CHECK (days_per_week BETWEEN 1 AND 7)
);
