-- Answers that a person grades: texts and files (docs/decisions/hand-ins.md). Oldest release that may serve: 0157. It shows such a
-- question without a control; the trigger below keeps it from grading one.
ALTER TABLE assessment_questions
  -- Of hand-ins: how many files an answer may have.
  ADD COLUMN files_allowed smallint NOT NULL DEFAULT 0 CHECK (files_allowed BETWEEN 0 AND 5),
  DROP CONSTRAINT assessment_questions_kind_check,
  ADD CONSTRAINT assessment_questions_kind_check CHECK (kind IN ('multiple-choice', 'multiple-answers', 'true-false',
    'short-answer', 'numeric', 'matching', 'ordering', 'coding', 'hand-in'));

ALTER TABLE media DROP CONSTRAINT media_purpose_check;
ALTER TABLE media ADD CONSTRAINT media_purpose_check CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz',
  'discussion', 'archive', 'package', 'hand-in')) NOT VALID;

-- Since when an attempt waits for a person; it stays once that person has graded. Null: it holds no hand-in.
ALTER TABLE attempts ADD COLUMN waiting_since timestamptz;
CREATE INDEX attempts_waiting_idx ON attempts (assessment_id, waiting_since) WHERE waiting_since IS NOT NULL;

CREATE TABLE hand_in_files (
  -- The primary key: a file belongs to one answer. The file stays while the answer does.
  media_id bigint PRIMARY KEY REFERENCES media,
  attempt_id bigint NOT NULL REFERENCES attempts ON DELETE CASCADE,
  question_id bigint NOT NULL REFERENCES assessment_questions ON DELETE CASCADE,
  place smallint NOT NULL
);
CREATE INDEX hand_in_files_attempt_idx ON hand_in_files (attempt_id, question_id);
CREATE INDEX hand_in_files_question_idx ON hand_in_files (question_id);

-- Each grade that a person has given; the newest one of an answer counts.
CREATE TABLE hand_in_grades (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  attempt_id bigint NOT NULL REFERENCES attempts ON DELETE CASCADE,
  question_id bigint NOT NULL REFERENCES assessment_questions ON DELETE CASCADE,
  points smallint NOT NULL CHECK (points BETWEEN 0 AND 100),
  comment text NOT NULL CHECK (length(comment) <= 5000),
  graded_by bigint NOT NULL REFERENCES users,
  graded_at timestamptz NOT NULL
);
CREATE INDEX hand_in_grades_answer_idx ON hand_in_grades (attempt_id, question_id, id);
CREATE INDEX hand_in_grades_question_idx ON hand_in_grades (question_id);
CREATE INDEX hand_in_grades_grader_idx ON hand_in_grades (graded_by);

-- Answers with a text or a file to questions that a person grades.
CREATE VIEW hand_ins AS
SELECT t.id AS attempt_id, q.id AS question_id,
       EXISTS (SELECT FROM hand_in_grades g WHERE g.attempt_id = t.id AND g.question_id = q.id) AS is_graded
  FROM attempts t
  JOIN assessment_questions q ON q.quiz_id = t.assessment_id AND q.version = t.version AND q.kind = 'hand-in'
  LEFT JOIN answers a ON a.attempt_id = t.id AND a.question_id = q.id
 WHERE (t.drawn IS NULL OR q.id = ANY (t.drawn))
   AND (btrim(coalesce(a.given #>> '{}', '')) <> ''
        OR EXISTS (SELECT FROM hand_in_files f WHERE f.attempt_id = t.id AND f.question_id = q.id));

-- What waits for a person, by course: for the home of those who teach.
CREATE VIEW waiting_hand_ins AS
SELECT t.id, m.course_id, t.waiting_since
  FROM attempts t
  JOIN assessments a ON a.id = t.assessment_id
  JOIN course_resources r ON r.id = a.resource_id
  JOIN course_contents m ON m.id = r.content_id
 WHERE t.waiting_since IS NOT NULL AND t.graded_at IS NULL;

-- For opening and keeping files: whose answer holds it, and the course.
CREATE VIEW handed_in_files AS
SELECT f.media_id, t.user_id, m.course_id
  FROM hand_in_files f
  JOIN attempts t ON t.id = f.attempt_id
  JOIN assessments a ON a.id = t.assessment_id
  LEFT JOIN course_resources r ON r.id = a.resource_id
  LEFT JOIN course_contents m ON m.id = r.content_id;

-- For the feature that shows them.
CREATE VIEW stored_hand_in_files AS
SELECT id, public_id, original_name, size_bytes FROM media WHERE purpose = 'hand-in';

CREATE FUNCTION refuse_ungraded_hand_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM hand_ins h WHERE h.attempt_id = NEW.id AND NOT h.is_graded) THEN
    RAISE EXCEPTION 'attempt % holds a hand-in that nobody has graded', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempts_hand_ins BEFORE UPDATE OF graded_at ON attempts
  FOR EACH ROW WHEN (OLD.graded_at IS NULL AND NEW.graded_at IS NOT NULL) EXECUTE FUNCTION refuse_ungraded_hand_in();
