-- Courses that come before a course (docs/decisions/prerequisites.md). A release before this one sets none and names none; the views close contents
-- for it, too.
CREATE TABLE course_prerequisites (
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  prerequisite_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  place smallint NOT NULL CHECK (place BETWEEN 0 AND 4),
  -- Since when it is a condition; null: a recommendation.
  required_since timestamptz,
  PRIMARY KEY (course_id, prerequisite_id),
  CHECK (course_id <> prerequisite_id)
);
CREATE INDEX course_prerequisites_prerequisite_idx ON course_prerequisites (prerequisite_id);

-- Whom the course's people let start at once; the newest row holds. Append-only but for the erasure of the learner.
CREATE TABLE prerequisite_passes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  actor_id bigint NOT NULL REFERENCES users,
  may_start boolean NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX prerequisite_passes_person_idx ON prerequisite_passes (user_id, course_id, id DESC);
CREATE INDEX prerequisite_passes_course_idx ON prerequisite_passes (course_id);
CREATE INDEX prerequisite_passes_actor_idx ON prerequisite_passes (actor_id);

-- The conditions of which a person was told when they were enrolled, each known by its time. A release before this one notes none.
CREATE TABLE enrolment_conditions (
  enrolment_id bigint NOT NULL REFERENCES enrolments ON DELETE CASCADE,
  prerequisite_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  required_since timestamptz NOT NULL,
  PRIMARY KEY (enrolment_id, prerequisite_id, required_since)
);
CREATE INDEX enrolment_conditions_prerequisite_idx ON enrolment_conditions (prerequisite_id);

-- The courses that the buyer was told to complete first; null: sold by a release that tells none.
ALTER TABLE order_lines ADD COLUMN first_course_ids bigint[];
ALTER TABLE invoice_lines ADD COLUMN first_course_ids bigint[];

-- The first completion of a course by a person. It stays when lessons are added later.
CREATE VIEW completed_courses AS
SELECT user_id, ref AS course_id, at FROM xp_events WHERE kind = 'course.completed';

-- Prerequisites that are published. `is_open`: somebody who is not enrolled in it can get it and complete it: it has published lessons, is not
-- private, and is free or of a seller who may sell.
CREATE VIEW shown_prerequisites AS
SELECT p.course_id, p.prerequisite_id, p.place, p.required_since, c.title, c.is_private, c.has_lessons,
       c.has_lessons AND NOT c.is_private AND (c.price_cents = 0 OR EXISTS (
         SELECT FROM sellers s WHERE s.id = c.seller_id AND (s.is_platform OR s.selling_state = 'approved'
            OR EXISTS (SELECT FROM payment_accounts a WHERE a.seller_id = s.id AND a.is_live)))) AS is_open
  FROM course_prerequisites p
  JOIN LATERAL (SELECT k.*, EXISTS (SELECT FROM published_resources r WHERE r.course_id = k.id) AS has_lessons
                  FROM course_cards k WHERE k.id = p.prerequisite_id AND k.is_published) c ON true;

-- Conditions by person, enrolled or not. One that only its learners can complete counts for them, and none from which the person was removed.
-- Whoever has begun the course, or may start, has none.
CREATE VIEW personal_prerequisites AS
SELECT u.id AS user_id, p.course_id, p.prerequisite_id, p.required_since,
       EXISTS (SELECT FROM completed_courses d WHERE d.user_id = u.id AND d.course_id = p.prerequisite_id) AS is_completed
  FROM shown_prerequisites p CROSS JOIN user_cards u
 WHERE p.required_since IS NOT NULL AND p.has_lessons
   AND (EXISTS (SELECT FROM open_enrolments e WHERE e.user_id = u.id AND e.course_id = p.prerequisite_id)
        OR (p.is_open AND NOT EXISTS (SELECT FROM enrolments e WHERE e.user_id = u.id AND e.course_id = p.prerequisite_id
                                         AND e.revoked_at IS NOT NULL AND e.removed_at IS NOT NULL)))
   AND NOT EXISTS (SELECT FROM enrolments e WHERE e.user_id = u.id AND e.course_id = p.course_id AND e.last_accessed_at IS NOT NULL)
   AND NOT EXISTS (SELECT FROM learner_progress d JOIN outline_resources r ON r.id = d.resource_id
                    WHERE d.user_id = u.id AND r.course_id = p.course_id)
   AND NOT EXISTS (SELECT FROM learner_attempts t JOIN outline_resources r ON r.id = t.resource_id
                    WHERE t.user_id = u.id AND r.course_id = p.course_id)
   AND NOT coalesce((SELECT w.may_start FROM prerequisite_passes w
                      WHERE w.user_id = u.id AND w.course_id = p.course_id ORDER BY w.id DESC LIMIT 1), false);

-- The conditions of an enrolment: those that were noted when it was given, as far as they hold now. One that was set anew since is another.
-- OFFSET 0: what holds for a person is looked up for each noted condition, never for all people.
CREATE VIEW enrolment_prerequisites AS
SELECT e.user_id, e.course_id, n.prerequisite_id, p.is_completed
  FROM active_enrolments e JOIN enrolment_conditions n ON n.enrolment_id = e.id
  JOIN LATERAL (
    SELECT h.is_completed FROM personal_prerequisites h
     WHERE h.user_id = e.user_id AND h.course_id = e.course_id AND h.prerequisite_id = n.prerequisite_id
       AND h.required_since = n.required_since OFFSET 0) p ON true;

-- The one rule of who waits: the contents of a course stay closed to a learner with a row here.
CREATE VIEW awaited_prerequisites AS
SELECT user_id, course_id, prerequisite_id FROM enrolment_prerequisites WHERE NOT is_completed;

-- Enrolments whose contents are open, as far as the enrolment decides it: access has not ended, and nothing is waited for.
CREATE VIEW studying_enrolments AS
SELECT e.user_id, e.course_id, e.id, e.granted_at FROM open_enrolments e
 WHERE NOT EXISTS (SELECT FROM awaited_prerequisites w WHERE w.user_id = e.user_id AND w.course_id = e.course_id);

CREATE OR REPLACE VIEW open_modules AS
SELECT o.user_id, o.id, o.course_id, o.title, o.sort_order
  FROM module_openings o
 WHERE (o.opens_at IS NULL OR o.opens_at <= now())
   AND NOT EXISTS (SELECT FROM awaited_prerequisites w WHERE w.user_id = o.user_id AND w.course_id = o.course_id);

CREATE OR REPLACE VIEW learner_live_sessions AS
SELECT e.user_id, s.id, s.course_id, c.title AS course_title, s.title, s.starts_at, s.minutes, s.changed_at
  FROM live_sessions s JOIN courses c ON c.id = s.course_id JOIN studying_enrolments e ON e.course_id = s.course_id
 WHERE s.removed_at IS NULL;

-- Cached cards and sales pages name them.
CREATE TRIGGER course_prerequisites_inserted_tell AFTER INSERT ON course_prerequisites REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER course_prerequisites_updated_tell AFTER UPDATE ON course_prerequisites REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER course_prerequisites_deleted_tell AFTER DELETE ON course_prerequisites REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
