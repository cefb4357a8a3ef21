-- oldest release that serves: 0221
-- Who gave a person access to a course, and what each of them gave: one row for each order line, seat, accepted invitation, use of an
-- invite link, free enrolment and gift of the course's staff. An enrolment is open while one of its grants is open.
CREATE TABLE access_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  course_id bigint NOT NULL REFERENCES courses,
  -- 'earlier': access from before this table that nothing else explains.
  kind text NOT NULL CHECK (kind IN ('order_line', 'seat', 'invitation', 'link', 'free', 'granted', 'earlier')),
  -- The order line, seat, invitation or invite link. Null for the other kinds.
  source_id bigint,
  -- The promised length; both null: for ever.
  access_days smallint,
  access_months smallint,
  cohort_id bigint,
  -- The courses that had to be completed first. Null: those of the course at that time.
  first_course_ids bigint[],
  -- The period that the grant has given. A null access_from means none yet, because other access was open; a null access_to means for ever.
  access_from timestamptz,
  access_to timestamptz,
  granted_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX access_grants_person_idx ON access_grants (user_id, course_id) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX access_grants_source_key ON access_grants (kind, source_id, user_id, course_id) NULLS NOT DISTINCT
  WHERE revoked_at IS NULL;
CREATE INDEX access_grants_course_idx ON access_grants (course_id);

CREATE VIEW open_grants AS
SELECT id, user_id, course_id, kind, source_id, access_from, access_to FROM access_grants WHERE revoked_at IS NULL;

-- A seat or an accepted invitation keeps access that a refund has just ended. Jobs of the release before did this; they no longer run.
UPDATE enrolments e
   SET revoked_at = NULL, source = 'granted', granted_at = now(), renewed_at = NULL, reminded_days = NULL, access_from = kept.since,
       access_ends_at = access_end(kept.since, kept.access_days, kept.access_months)
  FROM (SELECT DISTINCT ON (gone.id) gone.id, source.access_days, source.access_months,
               greatest(now(), start_of_day(gone.starts_on)) AS since
          FROM enrolments gone
          JOIN user_cards u ON u.id = gone.user_id AND u.erased_at IS NULL
          JOIN LATERAL (
            SELECT 1 AS rank, l.access_days, l.access_months FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
             WHERE p.user_id = gone.user_id AND l.course_id = gone.course_id AND p.state = 'enrolled'
             UNION ALL
            SELECT 2, c.access_days, c.access_months FROM course_invitations i JOIN courses c ON c.id = i.course_id
             WHERE i.accepted_by = gone.user_id AND i.course_id = gone.course_id AND i.state = 'accepted') source ON true
         WHERE gone.revoked_at IS NOT NULL AND gone.removed_at IS NULL
         ORDER BY gone.id, source.rank) kept
 WHERE e.id = kept.id;

-- Each open enrolment gets the grants that explain it.
INSERT INTO access_grants (user_id, course_id, kind, source_id, access_days, access_months, cohort_id, first_course_ids,
                           access_from, access_to, granted_at)
SELECT o.buyer_id, l.course_id, 'order_line', l.id, l.access_days, l.access_months, l.cohort_id, l.first_course_ids,
       CASE WHEN l.gave_access THEN coalesce(l.access_from, o.settled_at) END,
       CASE WHEN NOT l.gave_access THEN NULL WHEN l.access_from IS NULL THEN access_end(o.settled_at, l.access_days, l.access_months)
            ELSE l.access_to END,
       o.settled_at
  FROM order_lines l JOIN orders o ON o.id = l.order_id
  JOIN enrolments e ON e.user_id = o.buyer_id AND e.course_id = l.course_id AND e.revoked_at IS NULL
 WHERE o.settled_at IS NOT NULL AND l.status = 'granted';

INSERT INTO access_grants (user_id, course_id, kind, source_id, access_days, access_months, first_course_ids, access_from, access_to,
                           granted_at)
SELECT p.user_id, l.course_id, 'seat', p.id, l.access_days, l.access_months, l.first_course_ids,
       CASE WHEN p.gave_access THEN coalesce(p.access_from, p.enrolled_at) END,
       CASE WHEN NOT p.gave_access THEN NULL WHEN p.access_from IS NULL THEN access_end(p.enrolled_at, l.access_days, l.access_months)
            ELSE p.access_to END,
       p.enrolled_at
  FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
  JOIN enrolments e ON e.user_id = p.user_id AND e.course_id = l.course_id AND e.revoked_at IS NULL
 WHERE p.state = 'enrolled';

-- An invitation or a free enrolment gave the period that no order line and no seat gave.
WITH unpaid AS (
  SELECT i.accepted_by AS user_id, i.course_id, 'invitation' AS kind, i.id AS source_id, i.created_at AS granted_at
    FROM course_invitations i WHERE i.state = 'accepted' AND i.accepted_by IS NOT NULL
   UNION ALL
  SELECT e.user_id, e.course_id, CASE e.source WHEN 'free' THEN 'free' ELSE 'link' END, NULL, e.granted_at
    FROM enrolments e WHERE e.source IN ('free', 'invitation') AND e.revoked_at IS NULL)
INSERT INTO access_grants (user_id, course_id, kind, source_id, access_days, access_months, access_from, access_to, granted_at)
SELECT u.user_id, u.course_id, u.kind, u.source_id, c.access_days, c.access_months,
       CASE WHEN paid.is_found IS NULL THEN coalesce(e.access_from, e.granted_at) END,
       CASE WHEN paid.is_found IS NULL THEN e.access_ends_at END, u.granted_at
  FROM unpaid u JOIN enrolments e ON e.user_id = u.user_id AND e.course_id = u.course_id AND e.revoked_at IS NULL
  JOIN courses c ON c.id = u.course_id
  LEFT JOIN LATERAL (SELECT true AS is_found FROM access_grants g
                      WHERE g.user_id = u.user_id AND g.course_id = u.course_id AND g.access_from IS NOT NULL LIMIT 1) paid ON true;

INSERT INTO access_grants (user_id, course_id, kind, access_days, access_months, access_from, access_to, granted_at)
SELECT e.user_id, e.course_id, CASE e.source WHEN 'granted' THEN 'granted' ELSE 'earlier' END, c.access_days, c.access_months,
       coalesce(e.access_from, e.granted_at), e.access_ends_at, e.granted_at
  FROM enrolments e JOIN courses c ON c.id = e.course_id
 WHERE e.revoked_at IS NULL
   AND NOT EXISTS (SELECT FROM access_grants g WHERE g.user_id = e.user_id AND g.course_id = e.course_id AND g.access_from IS NOT NULL);

-- The periods that people hold; access_to null: for ever. A grant that has given none counts from its own time. Periods that were noted
-- before the cohort moved to a later day have moved with it. `has_price`: money was paid for it.
CREATE OR REPLACE VIEW held_periods AS
WITH noted AS (
  SELECT g.user_id, g.course_id, coalesce(g.access_from, g.granted_at) AS access_from,
         CASE WHEN g.access_from IS NULL THEN access_end(g.granted_at, g.access_days, g.access_months) ELSE g.access_to END AS access_to,
         CASE g.kind WHEN 'seat' THEN true
                     WHEN 'order_line' THEN EXISTS (SELECT FROM order_lines l WHERE l.id = g.source_id AND l.price_cents > 0)
                     ELSE false END AS has_price
    FROM access_grants g WHERE g.revoked_at IS NULL),
moved AS (
  SELECT n.user_id, n.course_id, n.access_from, n.access_to, n.has_price,
         greatest(interval '0', start_of_day(e.starts_on) - min(n.access_from) OVER (PARTITION BY n.user_id, n.course_id)) AS by
    FROM noted n LEFT JOIN active_enrolments e ON e.user_id = n.user_id AND e.course_id = n.course_id)
SELECT user_id, course_id, access_from + by AS access_from, access_to + by AS access_to, has_price FROM moved;

ALTER TABLE order_lines DROP COLUMN gave_access, DROP COLUMN access_from, DROP COLUMN access_to, DROP COLUMN extends_access;
ALTER TABLE invoice_seats DROP COLUMN gave_access, DROP COLUMN access_from, DROP COLUMN access_to, DROP COLUMN extends_access;
