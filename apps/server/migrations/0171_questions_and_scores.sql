-- Pictures in questions (docs/decisions/quiz-editor.md). Oldest release that may serve: 0166. Its process asks such a question without
-- its picture, and keeps the pictures' files. It answers an error for a quiz whose draft has a picture. A teacher who publishes a quiz with
-- pictures through it loses the pictures of that version.
ALTER TABLE assessment_questions
  -- {"file": the public id of an upload, "alt": words}; null: none.
  ADD COLUMN picture jsonb CHECK (picture ?& ARRAY['file', 'alt']);

-- Which questions show a picture: of a version, of a quiz's draft, of a seller's bank. The trigger below writes it.
CREATE TABLE question_pictures (
  question_id bigint REFERENCES assessment_questions ON DELETE CASCADE,
  assessment_id bigint REFERENCES assessments ON DELETE CASCADE,
  bank_question_id bigint REFERENCES bank_questions ON DELETE CASCADE,
  -- The file stays while a question shows it.
  media_id bigint NOT NULL REFERENCES media,
  CHECK (num_nonnulls(question_id, assessment_id, bank_question_id) = 1),
  UNIQUE (question_id, media_id),
  UNIQUE (assessment_id, media_id),
  UNIQUE (bank_question_id, media_id)
);
CREATE INDEX question_pictures_media_idx ON question_pictures (media_id);

-- For opening and keeping files, and for those who edit. `question_id` is null for a draft; in a bank all but `seller_id` are.
CREATE VIEW shown_question_pictures AS
SELECT p.media_id, m.public_id, m.width, m.height, a.id AS assessment_id, a.resource_id, p.question_id, q.version,
       q.version = a.version AS is_current, b.seller_id
  FROM question_pictures p
  JOIN media m ON m.id = p.media_id
  LEFT JOIN assessment_questions q ON q.id = p.question_id
  LEFT JOIN assessments a ON a.id = coalesce(p.assessment_id, q.quiz_id)
  LEFT JOIN bank_questions b ON b.id = p.bank_question_id;

-- For opening files: the questions of each attempt; `drawn` null: all of its version.
CREATE VIEW asked_versions AS
SELECT user_id, assessment_id, version, drawn FROM attempts;

CREATE FUNCTION note_question_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tree jsonb;
  of_question bigint;
  of_draft bigint;
  of_bank bigint;
  shown text[];
BEGIN
  IF TG_TABLE_NAME = 'assessment_questions' THEN
    tree := jsonb_build_object('picture', NEW.picture);
    of_question := NEW.id;
  ELSIF TG_TABLE_NAME = 'assessments' THEN
    tree := NEW.draft;
    of_draft := NEW.id;
  ELSE
    tree := NEW.question;
    of_bank := NEW.id;
  END IF;
  shown := ARRAY(SELECT DISTINCT file #>> '{}' FROM jsonb_path_query(tree, 'lax $.**.picture.file') AS file);
  DELETE FROM question_pictures p
   WHERE (p.question_id = of_question OR p.assessment_id = of_draft OR p.bank_question_id = of_bank)
     AND NOT EXISTS (SELECT FROM stored_text_pictures s WHERE s.id = p.media_id AND s.public_id = ANY (shown));
  INSERT INTO question_pictures (question_id, assessment_id, bank_question_id, media_id)
  SELECT of_question, of_draft, of_bank, s.id FROM stored_text_pictures s WHERE s.public_id = ANY (shown)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER assessment_questions_pictures AFTER INSERT ON assessment_questions
  FOR EACH ROW WHEN (NEW.picture IS NOT NULL) EXECUTE FUNCTION note_question_pictures();
CREATE TRIGGER assessment_questions_pictures_changed AFTER UPDATE OF picture ON assessment_questions
  FOR EACH ROW EXECUTE FUNCTION note_question_pictures();
CREATE TRIGGER assessments_pictures AFTER INSERT OR UPDATE OF draft ON assessments
  FOR EACH ROW EXECUTE FUNCTION note_question_pictures();
CREATE TRIGGER bank_questions_pictures AFTER INSERT OR UPDATE OF question ON bank_questions
  FOR EACH ROW EXECUTE FUNCTION note_question_pictures();

-- For the gradebook of a course (docs/decisions/course-people.md): which attempts wait for a person, and what packages report.
CREATE OR REPLACE VIEW learner_attempts AS
SELECT t.id, t.user_id, t.assessment_id, a.resource_id, t.number, t.started_at, t.deadline_at, t.submitted_at, t.graded_at,
       t.earned_points, t.total_points, t.percentage, t.waiting_since
  FROM attempts t JOIN assessments a ON a.id = t.assessment_id;
-- Of each activity with a score: 0 to 100, negative scores are 0. Scores of activities that the lesson's package no longer has are kept
-- and not shown.
CREATE VIEW package_scores AS
SELECT n.user_id, n.resource_id, n.activity, round(greatest(n.score, 0) * 100)::int AS percentage
  FROM package_runs n
  JOIN course_resources r ON r.id = n.resource_id
  JOIN packages p ON p.media_id = r.media_id
 WHERE n.score IS NOT NULL AND p.activities @> jsonb_build_array(jsonb_build_object('identifier', n.activity));
