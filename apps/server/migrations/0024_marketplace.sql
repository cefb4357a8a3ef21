-- What the marketplace sorts by, beside newest and price. A job brings both up to date: whoever enrols or reviews waits
-- for nobody's count. `rating_score` is a thousand times the mean of the shown stars and of three more at 3.5 (no single
-- enthusiast leads the list); 0 without a review.
ALTER TABLE courses
  ADD COLUMN student_count integer NOT NULL DEFAULT 0 CHECK (student_count >= 0),
  ADD COLUMN rating_score  integer NOT NULL DEFAULT 0 CHECK (rating_score >= 0);
UPDATE courses SET student_count = counted.students
  FROM (SELECT course_id, count(*) AS students FROM enrolments WHERE revoked_at IS NULL GROUP BY course_id) counted
 WHERE counted.course_id = courses.id;

CREATE INDEX courses_price_idx ON courses (price_cents, id) WHERE archived_at IS NULL AND NOT is_private;
CREATE INDEX courses_price_category_idx ON courses (category, price_cents, id) WHERE archived_at IS NULL AND NOT is_private;
CREATE INDEX courses_students_idx ON courses (student_count, id) WHERE archived_at IS NULL AND NOT is_private;
CREATE INDEX courses_students_category_idx ON courses (category, student_count, id) WHERE archived_at IS NULL AND NOT is_private;
CREATE INDEX courses_rating_idx ON courses (rating_score, id) WHERE archived_at IS NULL AND NOT is_private;
CREATE INDEX courses_rating_category_idx ON courses (category, rating_score, id) WHERE archived_at IS NULL AND NOT is_private;

-- The groups that most people are in, for visitors.
CREATE INDEX study_groups_members_idx ON study_groups (member_count DESC, id DESC);
