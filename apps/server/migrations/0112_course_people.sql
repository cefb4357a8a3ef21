-- The people of a course (docs/decisions/course-people.md): removed access, and views for the roster.

-- Equal to revoked_at while the access was removed by the course's people: a refund ends an enrolment without it, and a new grant
-- ends both.
ALTER TABLE enrolments ADD COLUMN removed_at timestamptz;

-- Who removed access or gave it again, and why. Append-only but for the erasure of the learner.
CREATE TABLE access_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  actor_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('removed', 'restored')),
  -- '' for one that gives access again.
  reason text NOT NULL CHECK (length(reason) <= 500),
  at timestamptz NOT NULL
);
CREATE INDEX access_changes_person_idx ON access_changes (user_id, course_id, id DESC);
CREATE INDEX access_changes_course_idx ON access_changes (course_id);
CREATE INDEX access_changes_actor_idx ON access_changes (actor_id);

-- Enrolments that the course's people have ended.
CREATE VIEW removed_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at, removed_at FROM enrolments WHERE removed_at = revoked_at;

-- What a learner has done in each item.
CREATE VIEW learner_progress AS
SELECT user_id, resource_id, completed_at, position_seconds, watched, updated_at FROM resource_progress;

CREATE VIEW learner_attempts AS
SELECT t.id, t.user_id, t.assessment_id, a.resource_id, t.number, t.started_at, t.deadline_at, t.submitted_at, t.graded_at,
       t.earned_points, t.total_points, t.percentage
  FROM attempts t JOIN assessments a ON a.id = t.assessment_id;

-- Certificates in every state: valid while neither revoked nor withdrawn.
CREATE VIEW certificate_cards AS
SELECT public_id, user_id, course_id, issued_at, revoked_at, withdrawn_at FROM certificates;

-- Seats of paid invoices that enrolled a person.
CREATE VIEW held_seats AS
SELECT p.user_id, l.course_id, i.public_id AS invoice_id
  FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id JOIN invoices i ON i.id = l.invoice_id
 WHERE p.state = 'enrolled';

CREATE OR REPLACE VIEW settled_lines AS
SELECT l.id, l.order_id, l.seller_id, l.course_id, l.title, l.price_cents, l.tax_cents, l.status, o.buyer_id, o.settled_at,
       o.public_id AS order_public_id
  FROM order_lines l JOIN orders o ON o.id = l.order_id
 WHERE o.settled_at IS NOT NULL;

-- Questions and other discussions of a course that are shown to its learners.
CREATE VIEW course_discussions AS
SELECT id, course_id, author_id, title, reply_count, created_at FROM discussions
 WHERE course_id IS NOT NULL AND removed_at IS NULL AND hidden_at IS NULL;
