-- Access that ends (docs/decisions/access-that-ends.md). A release before this one enrols for ever and lets ended learners in; sales.book-missing
-- gives what it has sold without an end. A course has one length, in days or in months; neither: access for ever.
ALTER TABLE courses
  ADD COLUMN access_days smallint CHECK (access_days BETWEEN 1 AND 3650),
  ADD COLUMN access_months smallint CHECK (access_months BETWEEN 1 AND 120),
  ADD CONSTRAINT courses_one_access_length CHECK (access_days IS NULL OR access_months IS NULL);

ALTER TABLE enrolments
  -- Null: for ever.
  ADD COLUMN access_ends_at timestamptz,
  -- The start of the period that was given last: with access_ends_at what a purchase has added.
  ADD COLUMN access_from timestamptz,
  -- When a period was last added to it; null: not since it was granted.
  ADD COLUMN renewed_at timestamptz,
  -- Days before this end on which the learner was reminded last; null: not yet.
  ADD COLUMN reminded_days smallint;

-- What was promised at the sale, and the period that the line has given: access_to null for ever. `extends_access`: it has prolonged an enrolment
-- that something else had opened; its refund takes the period back and nothing else.
ALTER TABLE order_lines
  ADD COLUMN access_days smallint,
  ADD COLUMN access_months smallint,
  ADD COLUMN access_from timestamptz,
  ADD COLUMN access_to timestamptz,
  ADD COLUMN extends_access boolean NOT NULL DEFAULT false;
ALTER TABLE invoice_lines
  ADD COLUMN access_days smallint,
  ADD COLUMN access_months smallint;
ALTER TABLE invoice_seats
  ADD COLUMN access_from timestamptz,
  ADD COLUMN access_to timestamptz,
  ADD COLUMN extends_access boolean NOT NULL DEFAULT false;

-- The last second of the day in Malaysia on which a period ends that begins at `since`; null without a length.
CREATE FUNCTION access_end(since timestamptz, days integer, months integer) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN days IS NOT NULL OR months IS NOT NULL THEN
      ((since AT TIME ZONE 'Asia/Kuala_Lumpur')::date + make_interval(months => coalesce(months, 0), days => coalesce(days, 0) + 1)
        - interval '1 second') AT TIME ZONE 'Asia/Kuala_Lumpur' END;

-- The one rule of whether access that ends at this time is open now; null: for ever.
CREATE FUNCTION access_is_open(ends_at timestamptz) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ends_at IS NULL OR ends_at > now();

-- Whether access with this end may be bought again at that time: in the last fifth of a period that began at `since`, at most its last 14 days, and
-- after its end. Access for ever never.
CREATE FUNCTION access_is_renewable(ends_at timestamptz, since timestamptz, at timestamptz) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(at >= ends_at - least(interval '14 days', greatest(interval '0', (ends_at - since) / 5)), false);

-- Ends that the course's people have set for one learner. Append-only but for the erasure of the learner.
CREATE TABLE access_end_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  actor_id bigint NOT NULL REFERENCES users,
  -- Null: for ever.
  ends_at timestamptz,
  reason text NOT NULL CHECK (length(reason) <= 500),
  at timestamptz NOT NULL
);
CREATE INDEX access_end_changes_person_idx ON access_end_changes (user_id, course_id, id DESC);
CREATE INDEX access_end_changes_course_idx ON access_end_changes (course_id);
CREATE INDEX access_end_changes_actor_idx ON access_end_changes (actor_id);

CREATE OR REPLACE VIEW course_cards AS
SELECT id, title, description, category, image_id, price_cents, sale_price_cents, sale_starts_at, sale_ends_at,
       is_private, is_draft, archived_at, is_published, is_listed, seller_id, created_by, instructor_id,
       student_count, rating_score, has_scratchpad, created_at, updated_at, language, level, contents_changed_at, minutes, rating_tenths,
       allows_offline_video, access_days, access_months
  FROM courses;

-- Enrolments that were not revoked: access may have ended (`is_open`). `is_renewable`: may be bought again.
CREATE OR REPLACE VIEW active_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at, archived_at, access_ends_at,
       access_is_open(access_ends_at) AS is_open,
       access_is_renewable(access_ends_at, coalesce(access_from, granted_at), now()) AS is_renewable,
       coalesce(access_from, granted_at) AS period_from
  FROM enrolments WHERE revoked_at IS NULL;

-- Enrolments that give access now. A rule about the time of a whole enrolment, such as a start date, is a condition of is_open.
CREATE VIEW open_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at, archived_at, access_ends_at FROM active_enrolments WHERE is_open;

CREATE OR REPLACE VIEW module_openings AS
SELECT e.user_id, m.id, m.course_id, m.title, m.sort_order,
       coalesce(m.opens_on, (e.granted_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date + m.opens_after_days)::timestamp
         AT TIME ZONE 'Asia/Kuala_Lumpur' AS opens_at
  FROM open_enrolments e JOIN published_modules m ON m.course_id = e.course_id;

CREATE OR REPLACE VIEW learner_live_sessions AS
SELECT e.user_id, s.id, s.course_id, c.title AS course_title, s.title, s.starts_at, s.minutes, s.changed_at
  FROM live_sessions s JOIN courses c ON c.id = s.course_id JOIN open_enrolments e ON e.course_id = s.course_id
 WHERE s.removed_at IS NULL;

-- The periods that people hold by granted order lines and by seats; access_to null: for ever. One that a release without ends has settled counts from
-- its settlement. `has_price`: money was paid for it.
CREATE VIEW held_periods AS
SELECT o.buyer_id AS user_id, l.course_id, coalesce(l.access_from, o.settled_at) AS access_from,
       CASE WHEN l.access_from IS NULL THEN access_end(o.settled_at, l.access_days, l.access_months) ELSE l.access_to END AS access_to,
       l.price_cents > 0 AS has_price
  FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.settled_at IS NOT NULL AND l.status = 'granted'
UNION ALL
SELECT p.user_id, l.course_id, coalesce(p.access_from, p.enrolled_at),
       CASE WHEN p.access_from IS NULL THEN access_end(p.enrolled_at, l.access_days, l.access_months) ELSE p.access_to END, true
  FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id WHERE p.state = 'enrolled';
