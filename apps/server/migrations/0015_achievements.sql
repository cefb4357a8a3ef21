-- What learning has earned: points, days, badges, certificates; and what a person is told.

-- One row a learner: their time zone, and the lock that lets their deeds be counted one after another.
CREATE TABLE learner_records (
  user_id   bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- An IANA name, as their browser gave it.
  time_zone text NOT NULL DEFAULT 'Asia/Kuala_Lumpur' CHECK (time_zone <> '' AND length(time_zone) <= 64)
);

-- The log that points, levels and badges follow from. `ref` is the id of what was done; the same deed counts once.
CREATE TABLE xp_events (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind    text NOT NULL CHECK (kind IN ('lesson.completed', 'course.completed', 'attempt.passed',
                                        'discussion.started', 'discussion.answered', 'streak.reached')),
  ref     bigint NOT NULL CHECK (ref > 0),
  points  integer NOT NULL CHECK (points > 0),
  at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, ref)
);

-- The quarters of an hour in which somebody learned: fine enough to fall into days in every time zone.
CREATE TABLE learning_activity (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  quarter timestamptz NOT NULL CHECK (extract(epoch FROM quarter)::bigint % 900 = 0),
  PRIMARY KEY (user_id, quarter)
);

CREATE TABLE earned_badges (
  user_id   bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  badge     text NOT NULL,
  earned_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, badge)
);

-- One a person and course, with the names of the day it was issued.
CREATE TABLE certificates (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id    text NOT NULL UNIQUE CHECK (length(public_id) >= 20),
  user_id      bigint NOT NULL REFERENCES users,
  course_id    bigint NOT NULL REFERENCES courses,
  -- Null for somebody who had not given a name.
  learner_name text,
  course_title text NOT NULL,
  seller_name  text NOT NULL,
  issued_at    timestamptz NOT NULL,
  -- The place in the course was taken back, as by a refund.
  revoked_at   timestamptz,
  UNIQUE (user_id, course_id)
);
CREATE INDEX certificates_user_idx ON certificates (user_id, id DESC) WHERE revoked_at IS NULL;

-- A kind and what it is about; the sentence is made where it is read. The same occasion is told once.
CREATE TABLE notifications (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('course.enrolled', 'order.paid', 'order.refunded', 'certificate.issued',
                                           'badge.earned', 'attempt.graded', 'discussion.answered')),
  occasion   text NOT NULL,
  data       jsonb NOT NULL,
  -- Whose doing it was, where that is a person: their name is read when it is shown.
  actor_id   bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  read_at    timestamptz,
  UNIQUE (user_id, kind, occasion)
);
CREATE INDEX notifications_user_idx ON notifications (user_id, id DESC);
CREATE INDEX notifications_unread_idx ON notifications (user_id) WHERE read_at IS NULL;
