-- Announcements to one cohort of a course, or to its learners without one (docs/decisions/cohorts.md). The last release reads and writes
-- `announcements`: that is now a view of those to everybody, so it shows and delivers no others.
ALTER TABLE announcements RENAME TO course_announcements;
ALTER TABLE course_announcements
  ADD COLUMN cohort_id bigint REFERENCES cohorts,
  ADD COLUMN is_without_cohort boolean NOT NULL DEFAULT false,
  ADD CHECK (cohort_id IS NULL OR NOT is_without_cohort);
CREATE INDEX course_announcements_cohort_idx ON course_announcements (cohort_id) WHERE cohort_id IS NOT NULL;

-- For the last release only. Simple, so that it can be written through.
CREATE VIEW announcements AS
SELECT id, course_id, author_id, client_key, title, body, is_mailed, created_at, edited_at, removed_at, delivered_at, last_enrolment_id,
       told_count, is_reminder
  FROM course_announcements WHERE cohort_id IS NULL AND NOT is_without_cohort;

-- The cohort of each learner with access; null: none, or one that was removed.
CREATE VIEW learner_cohorts AS
SELECT e.user_id, e.course_id, k.id AS cohort_id FROM active_enrolments e LEFT JOIN course_cohorts k ON k.id = e.cohort_id;

-- Removed ones, too: what was written to them is still named.
CREATE VIEW cohort_names AS
SELECT id, name, removed_at IS NOT NULL AS is_removed FROM cohorts;

-- Whether something for a cohort (null: any), or for learners without one, is for a learner of this cohort (null: none).
CREATE FUNCTION is_in_audience(cohort_id bigint, is_without_cohort boolean, learners_cohort bigint) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      CASE WHEN is_without_cohort THEN learners_cohort IS NULL ELSE coalesce(cohort_id = learners_cohort, cohort_id IS NULL) END;
