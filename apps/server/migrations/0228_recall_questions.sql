-- A question that is asked after a video, for recall only (docs/decisions/quizzes.md). It has the tables of a quiz with one question, so
-- versions, pictures and repetitions work as in quizzes, but it is no quiz: nobody takes it, and nothing is counted from it.
ALTER TABLE assessments
  ADD COLUMN is_recall boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT assessments_recall CHECK (NOT is_recall OR resource_id IS NOT NULL);

CREATE FUNCTION refuse_recall_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT is_recall FROM assessments WHERE id = NEW.assessment_id) THEN
    RAISE EXCEPTION 'the question after a video is not taken as a quiz';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER attempts_no_recall BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION refuse_recall_attempt();

-- Videos for those who write their questions, published or not.
CREATE VIEW video_items AS
SELECT r.id, m.course_id, r.title, r.copied_from
  FROM course_resources r JOIN course_contents m ON m.id = r.content_id
 WHERE r.file_type = 'video';

-- For courses: which lessons are followed by a question.
CREATE VIEW recall_items AS
SELECT resource_id FROM assessments WHERE is_recall;
