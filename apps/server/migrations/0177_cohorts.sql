-- Cohorts of a course: the same course several times, with dates and places (docs/decisions/cohorts.md). A release before this one
-- sells and enrols without a cohort. Days are those of Malaysia.
CREATE FUNCTION day_in_malaysia(at timestamptz) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date;

CREATE FUNCTION start_of_day(day date) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN day::timestamp AT TIME ZONE 'Asia/Kuala_Lumpur';

CREATE TABLE cohorts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- The contents open to its members at the start of this day.
  starts_on date NOT NULL,
  -- Null: without an end.
  ends_on date CHECK (ends_on >= starts_on),
  -- Null: without a limit.
  places integer CHECK (places BETWEEN 1 AND 100000),
  -- The last day on which people may choose it.
  closes_on date NOT NULL CHECK (closes_on <= starts_on),
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);

CREATE INDEX cohorts_course_idx ON cohorts (course_id, starts_on);

-- Whether a course with cohorts may be taken at once while none of them is open. No row: yes.
CREATE TABLE cohort_options (
  course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
  self_paced boolean NOT NULL
);

-- `starts_on` stays earlier than the cohort's start for a member who had begun before.
ALTER TABLE enrolments
  ADD COLUMN cohort_id bigint REFERENCES cohorts,
  ADD COLUMN starts_on date;

-- What was promised at the sale, and the place that it holds until the order is settled or its page is closed.
ALTER TABLE order_lines ADD COLUMN cohort_id bigint;

ALTER TABLE open_purchases ADD COLUMN cohort_id bigint;

CREATE OR REPLACE VIEW active_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at, archived_at, access_ends_at,
       access_is_open(access_ends_at) AS is_open,
       access_is_renewable(access_ends_at, coalesce(access_from, granted_at), now()) AS is_renewable,
       coalesce(access_from, granted_at) AS period_from, cohort_id, starts_on
  FROM enrolments WHERE revoked_at IS NULL;

CREATE OR REPLACE VIEW open_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at, archived_at, access_ends_at, cohort_id, starts_on
  FROM active_enrolments WHERE is_open;

-- Nothing opens before the start of a member's cohort, and days after the enrolment are counted from it.
CREATE OR REPLACE VIEW module_openings AS
SELECT e.user_id, m.id, m.course_id, m.title, m.sort_order,
       start_of_day(greatest(e.starts_on, coalesce(m.opens_on, coalesce(e.starts_on, day_in_malaysia(e.granted_at)) + m.opens_after_days)))
         AS opens_at
  FROM open_enrolments e JOIN published_modules m ON m.course_id = e.course_id;

-- Cohorts as everybody may read them.
CREATE VIEW course_cohorts AS
SELECT id, course_id, name, starts_on, ends_on FROM cohorts WHERE removed_at IS NULL;

-- Places that orders hold which can still be paid. A member has a place already.
CREATE VIEW cohort_holds AS
SELECT p.cohort_id, p.user_id FROM open_purchases p
 WHERE p.cohort_id IS NOT NULL
   AND NOT EXISTS (SELECT FROM active_enrolments e
                    WHERE e.user_id = p.user_id AND e.course_id = p.course_id AND e.cohort_id = p.cohort_id);

-- The periods that people hold, as in migration 172. Those that were noted before the cohort moved to a later day have moved with it.
CREATE OR REPLACE VIEW held_periods AS
WITH noted AS (
  SELECT o.buyer_id AS user_id, l.course_id, coalesce(l.access_from, o.settled_at) AS access_from,
         CASE WHEN l.access_from IS NULL THEN access_end(o.settled_at, l.access_days, l.access_months) ELSE l.access_to END AS access_to,
         l.price_cents > 0 AS has_price
    FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.settled_at IS NOT NULL AND l.status = 'granted'
  UNION ALL
  SELECT p.user_id, l.course_id, coalesce(p.access_from, p.enrolled_at),
         CASE WHEN p.access_from IS NULL THEN access_end(p.enrolled_at, l.access_days, l.access_months) ELSE p.access_to END, true
    FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id WHERE p.state = 'enrolled'),
moved AS (
  SELECT n.user_id, n.course_id, n.access_from, n.access_to, n.has_price,
         greatest(interval '0', start_of_day(e.starts_on) - min(n.access_from) OVER (PARTITION BY n.user_id, n.course_id)) AS by
    FROM noted n LEFT JOIN active_enrolments e ON e.user_id = n.user_id AND e.course_id = n.course_id)
SELECT user_id, course_id, access_from + by AS access_from, access_to + by AS access_to, has_price FROM moved;

CREATE TRIGGER cohorts_inserted_tell AFTER INSERT ON cohorts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();

CREATE TRIGGER cohorts_updated_tell AFTER UPDATE ON cohorts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
