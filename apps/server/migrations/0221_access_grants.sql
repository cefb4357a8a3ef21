-- oldest release that serves: 0221
-- oldest release that sells: 0221
-- Who gave a person access to a course, and what each of them gave: one row for each order line, seat, accepted invitation, used invite
-- link, free enrolment and gift of the course's staff. An enrolment is open while one of its grants is open.

-- Nothing is settled, refunded or given while the rows are copied. The strongest locks come first, so that a busy table delays only them.
LOCK TABLE order_lines, invoice_seats IN ACCESS EXCLUSIVE MODE;
LOCK TABLE enrolments, course_invitations IN SHARE ROW EXCLUSIVE MODE;

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
  -- The period that the grant has given. A null access_from means none yet, because other access was open; a null access_to means for ever.
  access_from timestamptz,
  access_to timestamptz,
  granted_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

-- A seat or an accepted invitation keeps access that a refund has just ended. Jobs of the release before did this; they no longer run.
UPDATE enrolments e
   SET revoked_at = NULL, source = 'granted', granted_at = now(), renewed_at = NULL, archived_at = NULL, reminded_days = NULL,
       access_from = kept.since, access_ends_at = access_end(kept.since, kept.access_days, kept.access_months)
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
         WHERE gone.revoked_at > now() - interval '1 day' AND gone.removed_at IS NULL
         ORDER BY gone.id, source.rank) kept
 WHERE e.id = kept.id;

-- What money was paid for. What was refunded, withdrawn or erased is closed.
INSERT INTO access_grants (user_id, course_id, kind, source_id, access_days, access_months, access_from, access_to, granted_at, revoked_at)
SELECT o.buyer_id, l.course_id, 'order_line', l.id, l.access_days, l.access_months,
       CASE WHEN l.gave_access THEN coalesce(l.access_from, o.settled_at) ELSE l.access_from END,
       CASE WHEN l.gave_access AND l.access_from IS NULL THEN access_end(o.settled_at, l.access_days, l.access_months) ELSE l.access_to END,
       o.settled_at, CASE WHEN l.status <> 'granted' OR e.revoked_at IS NOT NULL THEN coalesce(e.revoked_at, now()) END
  FROM order_lines l JOIN orders o ON o.id = l.order_id
  JOIN enrolments e ON e.user_id = o.buyer_id AND e.course_id = l.course_id
 WHERE o.settled_at IS NOT NULL AND l.status IN ('granted', 'refunded')
 ORDER BY l.id;

INSERT INTO access_grants (user_id, course_id, kind, source_id, access_days, access_months, access_from, access_to, granted_at, revoked_at)
SELECT p.user_id, l.course_id, 'seat', p.id, l.access_days, l.access_months,
       CASE WHEN p.gave_access THEN coalesce(p.access_from, p.enrolled_at) ELSE p.access_from END,
       CASE WHEN p.gave_access AND p.access_from IS NULL THEN access_end(p.enrolled_at, l.access_days, l.access_months) ELSE p.access_to END,
       p.enrolled_at, CASE WHEN p.state <> 'enrolled' OR e.revoked_at IS NOT NULL THEN coalesce(p.revoked_at, e.revoked_at, now()) END
  FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
  JOIN enrolments e ON e.user_id = p.user_id AND e.course_id = l.course_id
 WHERE p.enrolled_at IS NOT NULL AND p.state IN ('enrolled', 'revoked')
 ORDER BY p.id;

-- What cost nothing. The source that opened the enrolment has its period, up to the first paid extension; an invitation that extended
-- the enrolment has the last period; the others wait.
WITH paid AS (
  SELECT o.buyer_id AS user_id, l.course_id, coalesce(l.access_from, o.settled_at) AS access_from, l.extends_access
    FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.status = 'granted' AND l.gave_access
   UNION ALL
  SELECT p.user_id, l.course_id, coalesce(p.access_from, p.enrolled_at), p.extends_access
    FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id WHERE p.state = 'enrolled' AND p.gave_access),
by_place AS (
  SELECT user_id, course_id, bool_or(NOT extends_access) AS has_opened, min(access_from) FILTER (WHERE extends_access) AS extended_from
    FROM paid GROUP BY 1, 2),
opened AS (
  SELECT e.user_id, e.course_id, e.source, e.granted_at, e.renewed_at, e.access_from, e.access_ends_at,
         coalesce(b.has_opened, false) AS is_paid, b.extended_from
    FROM enrolments e LEFT JOIN by_place b ON b.user_id = e.user_id AND b.course_id = e.course_id WHERE e.revoked_at IS NULL),
unpaid AS (
  SELECT o.user_id, o.course_id, CASE o.source WHEN 'free' THEN 'free' ELSE 'link' END AS kind, NULL::bigint AS source_id,
         o.granted_at AS given_at, 1 AS rank
    FROM opened o WHERE o.source IN ('free', 'invitation')
   UNION ALL
  SELECT i.accepted_by, i.course_id, 'invitation', i.id, i.created_at, 2 FROM course_invitations i
   WHERE i.state = 'accepted' AND i.accepted_by IS NOT NULL
   UNION ALL
  SELECT o.user_id, o.course_id, CASE o.source WHEN 'granted' THEN 'granted' ELSE 'earlier' END, NULL, o.granted_at, 3
    FROM opened o LEFT JOIN course_invitations i ON i.accepted_by = o.user_id AND i.course_id = o.course_id AND i.state = 'accepted'
   WHERE NOT o.is_paid AND o.source IN ('granted', 'purchase') AND i.id IS NULL),
ranked AS (
  SELECT u.*, row_number() OVER (PARTITION BY u.user_id, u.course_id ORDER BY u.rank, u.source_id) AS place FROM unpaid u)
INSERT INTO access_grants (user_id, course_id, kind, source_id, access_days, access_months, access_from, access_to, granted_at)
SELECT r.user_id, r.course_id, r.kind, r.source_id, c.access_days, c.access_months,
       CASE WHEN has.opening AND o.extended_from IS NOT NULL THEN o.granted_at
            WHEN has.opening THEN coalesce(o.access_from, o.granted_at)
            WHEN has.extension THEN o.access_from END,
       CASE WHEN has.opening AND o.extended_from IS NOT NULL THEN o.extended_from
            WHEN has.opening OR has.extension THEN o.access_ends_at END,
       r.given_at
  FROM ranked r JOIN opened o ON o.user_id = r.user_id AND o.course_id = r.course_id
  JOIN courses c ON c.id = r.course_id
 CROSS JOIN LATERAL (SELECT NOT o.is_paid AND r.place = 1 AS opening,
                            r.kind = 'invitation' AND r.given_at = o.renewed_at AND o.access_from IS NOT NULL AS extension) has
 ORDER BY r.user_id, r.course_id, r.place;

CREATE INDEX access_grants_person_idx ON access_grants (user_id, course_id);
CREATE INDEX access_grants_source_idx ON access_grants (kind, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX access_grants_course_idx ON access_grants (course_id);
-- A source that gives again, such as a second gift, has a grant for each period, and waits at most once.
CREATE UNIQUE INDEX access_grants_waiting_key ON access_grants (kind, source_id, user_id, course_id) NULLS NOT DISTINCT
  WHERE revoked_at IS NULL AND access_from IS NULL;

CREATE VIEW open_grants AS
SELECT id, user_id, course_id, kind, source_id, access_from, access_to FROM access_grants WHERE revoked_at IS NULL;

-- Whether the newest grant of a line has given a period. It has not while its buyer has the course by other access.
CREATE VIEW line_grants AS
SELECT source_id AS line_id, (array_agg(access_from IS NOT NULL ORDER BY id DESC))[1] AS has_given
  FROM access_grants WHERE kind = 'order_line' GROUP BY source_id;

-- The periods that people hold; access_to null: for ever. A paid grant that has given none counts from its own time. Periods that were
-- noted before the cohort moved to a later day have moved with it. `has_price`: money was paid for it.
CREATE OR REPLACE VIEW held_periods AS
WITH noted AS (
  SELECT g.user_id, g.course_id, g.access_from AS given_from, coalesce(g.access_from, g.granted_at) AS access_from,
         CASE WHEN g.access_from IS NULL THEN access_end(g.granted_at, g.access_days, g.access_months) ELSE g.access_to END AS access_to,
         CASE g.kind WHEN 'seat' THEN true
                     WHEN 'order_line' THEN EXISTS (SELECT FROM order_lines l WHERE l.id = g.source_id AND l.price_cents > 0)
                     ELSE false END AS has_price
    FROM access_grants g WHERE g.revoked_at IS NULL AND (g.access_from IS NOT NULL OR g.kind IN ('order_line', 'seat'))),
moved AS (
  SELECT n.user_id, n.course_id, n.access_from, n.access_to, n.has_price,
         greatest(interval '0', start_of_day(e.starts_on) - min(n.given_from) OVER (PARTITION BY n.user_id, n.course_id)) AS by
    FROM noted n LEFT JOIN active_enrolments e ON e.user_id = n.user_id AND e.course_id = n.course_id)
SELECT user_id, course_id, access_from + by AS access_from, access_to + by AS access_to, has_price FROM moved;

ALTER TABLE order_lines DROP COLUMN gave_access, DROP COLUMN access_from, DROP COLUMN access_to, DROP COLUMN extends_access;
ALTER TABLE invoice_seats DROP COLUMN gave_access, DROP COLUMN access_from, DROP COLUMN access_to, DROP COLUMN extends_access;
