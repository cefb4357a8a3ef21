-- Null means that the learner has answered the question after a video correctly after every interval, so it is not asked again.
ALTER TABLE question_repetitions ALTER COLUMN due_at DROP NOT NULL;

-- For attempts that end with the access of their learner.
CREATE INDEX attempts_open_untimed ON attempts (assessment_id) WHERE submitted_at IS NULL AND deadline_at IS NULL;
