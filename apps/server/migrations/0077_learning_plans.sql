-- When a learner wants to learn (docs/decisions/learning-rhythm.md), for the calendar feed and reminders.
ALTER TABLE learning_goals
  -- ISO weekdays, Monday is 1; none: no plan.
  ADD COLUMN weekdays smallint[] NOT NULL DEFAULT '{}' CHECK (weekdays <@ '{1,2,3,4,5,6,7}'),
  ADD COLUMN hour smallint NOT NULL DEFAULT 20 CHECK (hour BETWEEN 0 AND 23),
  -- Of the browser in which the plan was chosen.
  ADD COLUMN time_zone text NOT NULL DEFAULT 'Asia/Kuala_Lumpur',
  ADD COLUMN planned_at timestamptz,
  -- The part of the calendar's address that is not signed; null: there is no address.
  ADD COLUMN calendar_id text UNIQUE;
