-- What learners say of a course: one review a person and course, with the seller's reply beside it.
CREATE TABLE reviews (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id       bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  user_id         bigint NOT NULL REFERENCES users,
  rating          smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  body            text NOT NULL CHECK (length(body) <= 2000),
  created_at      timestamptz NOT NULL,
  edited_at       timestamptz,
  -- Follows the author's enrolment, by the trigger below.
  has_place       boolean NOT NULL DEFAULT true,
  hidden_at       timestamptz,
  hidden_by       bigint REFERENCES users,
  -- Deleted by its author while hidden: the row stays, so that writing it again does not show it again.
  removed_at      timestamptz,
  reply           text CHECK (reply <> '' AND length(reply) <= 2000),
  replied_by      bigint REFERENCES users,
  replied_at      timestamptz,
  reply_edited_at timestamptz,
  is_shown        boolean NOT NULL GENERATED ALWAYS AS (has_place AND hidden_at IS NULL AND removed_at IS NULL) STORED,
  UNIQUE (user_id, course_id),
  CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CHECK (removed_at IS NULL OR (hidden_at IS NOT NULL AND body = '' AND reply IS NULL)),
  CHECK ((reply IS NULL) = (replied_by IS NULL) AND (reply IS NULL) = (replied_at IS NULL)),
  CHECK (reply IS NOT NULL OR reply_edited_at IS NULL)
);
-- A course's reviews in each of their orders; the first also finds all of them.
CREATE INDEX reviews_newest_idx ON reviews (course_id, is_shown, id DESC);
CREATE INDEX reviews_highest_idx ON reviews (course_id, rating DESC, id DESC) WHERE is_shown;
CREATE INDEX reviews_lowest_idx ON reviews (course_id, rating, id DESC) WHERE is_shown;
CREATE INDEX reviews_hidden_idx ON reviews (id DESC) WHERE hidden_at IS NOT NULL AND removed_at IS NULL;

-- Once per person and review.
CREATE TABLE review_reports (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  review_id   bigint NOT NULL REFERENCES reviews ON DELETE CASCADE,
  reporter_id bigint NOT NULL REFERENCES users,
  reason      text NOT NULL CHECK (reason <> '' AND length(reason) <= 500),
  created_at  timestamptz NOT NULL,
  resolved_at timestamptz,
  resolved_by bigint REFERENCES users,
  UNIQUE (review_id, reporter_id),
  CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX review_reports_open_idx ON review_reports (review_id) WHERE resolved_at IS NULL;
CREATE INDEX review_reports_reporter_idx ON review_reports (reporter_id, created_at DESC);

-- How many shown reviews of each number of stars a course has, so that no list adds up reviews. A course without a
-- review has no row, or one of zeros.
CREATE TABLE course_ratings (
  course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
  ones      integer NOT NULL DEFAULT 0 CHECK (ones >= 0),
  twos      integer NOT NULL DEFAULT 0 CHECK (twos >= 0),
  threes    integer NOT NULL DEFAULT 0 CHECK (threes >= 0),
  fours     integer NOT NULL DEFAULT 0 CHECK (fours >= 0),
  fives     integer NOT NULL DEFAULT 0 CHECK (fives >= 0),
  reviews   integer NOT NULL GENERATED ALWAYS AS (ones + twos + threes + fours + fives) STORED,
  stars     integer NOT NULL GENERATED ALWAYS AS (ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives) STORED
);
CREATE FUNCTION count_course_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.is_shown THEN OLD.rating ELSE 0 END;
  is_now integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.is_shown THEN NEW.rating ELSE 0 END;
BEGIN
  IF was = is_now THEN
    RETURN NULL;
  END IF;
  IF is_now > 0 THEN
    INSERT INTO course_ratings (course_id) VALUES (NEW.course_id) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE course_ratings
     SET ones = ones + (is_now = 1)::integer - (was = 1)::integer,
         twos = twos + (is_now = 2)::integer - (was = 2)::integer,
         threes = threes + (is_now = 3)::integer - (was = 3)::integer,
         fours = fours + (is_now = 4)::integer - (was = 4)::integer,
         fives = fives + (is_now = 5)::integer - (was = 5)::integer
   WHERE course_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.course_id ELSE NEW.course_id END;
  RETURN NULL;
END $$;
CREATE TRIGGER reviews_counted AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION count_course_ratings();
CREATE TRIGGER reviews_changed AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();

-- Whoever loses their place in a course, as by a refund, takes their review with them; it comes back with the place.
CREATE FUNCTION reviews_follow_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviews SET has_place = NEW.revoked_at IS NULL WHERE user_id = NEW.user_id AND course_id = NEW.course_id;
  RETURN NULL;
END $$;
CREATE TRIGGER enrolments_reviewed AFTER UPDATE OF revoked_at ON enrolments
  FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION reviews_follow_place();

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('course.enrolled', 'order.paid', 'order.refunded', 'certificate.issued', 'badge.earned', 'attempt.graded',
           'discussion.answered', 'post.reported', 'review.written', 'review.answered'));
