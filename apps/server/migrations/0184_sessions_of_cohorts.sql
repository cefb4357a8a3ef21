-- Live sessions of one cohort of a course, or of its learners without one (docs/decisions/cohorts.md). The last release reads and writes
-- `live_sessions`: that is now a view of those for everybody, so it shows no others and reminds of none.
ALTER TABLE live_sessions RENAME TO planned_sessions;
ALTER TABLE planned_sessions
  ADD COLUMN cohort_id bigint REFERENCES cohorts,
  ADD COLUMN is_without_cohort boolean NOT NULL DEFAULT false,
  ADD CHECK (cohort_id IS NULL OR NOT is_without_cohort);
CREATE INDEX planned_sessions_cohort_idx ON planned_sessions (cohort_id) WHERE cohort_id IS NOT NULL;

-- For the last release only. Simple, so that it can be written through.
CREATE VIEW live_sessions AS
SELECT id, course_id, created_by, title, starts_at, minutes, link, notes, changed_at, removed_at, day_told_at, hour_told_at
  FROM planned_sessions WHERE cohort_id IS NULL AND NOT is_without_cohort;

-- For the calendar of each learner.
CREATE OR REPLACE VIEW learner_live_sessions AS
SELECT e.user_id, s.id, s.course_id, c.title AS course_title, s.title, s.starts_at, s.minutes, s.changed_at
  FROM planned_sessions s JOIN courses c ON c.id = s.course_id JOIN studying_enrolments e ON e.course_id = s.course_id
  JOIN learner_cohorts k ON k.user_id = e.user_id AND k.course_id = e.course_id
 WHERE s.removed_at IS NULL AND is_in_audience(s.cohort_id, s.is_without_cohort, k.cohort_id);

-- Sales pages name what every buyer gets, and what those get who choose a cohort.
CREATE OR REPLACE VIEW course_live_sessions AS
SELECT id, course_id, title, starts_at, minutes FROM planned_sessions
 WHERE removed_at IS NULL AND cohort_id IS NULL AND NOT is_without_cohort;

CREATE VIEW cohort_live_sessions AS
SELECT s.id, s.course_id, s.cohort_id, k.name AS cohort_name, k.starts_on, k.closes_on, s.starts_at, s.minutes
  FROM planned_sessions s JOIN cohorts k ON k.id = s.cohort_id
 WHERE s.removed_at IS NULL AND k.removed_at IS NULL;
