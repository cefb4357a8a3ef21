-- Null means that the learner has answered the question after a video correctly after every interval, so it is not asked again.
ALTER TABLE question_repetitions ALTER COLUMN due_at DROP NOT NULL;
