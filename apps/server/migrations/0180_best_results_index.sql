-- outside a transaction
-- The best result of each learner in a quiz, in the order of the index and without the rows: for the averages of a gradebook
-- (docs/decisions/course-people.md). Instead of attempts_assessment_idx, which had the first column only.
CREATE INDEX CONCURRENTLY IF NOT EXISTS attempts_best_idx ON attempts (assessment_id, user_id, percentage DESC NULLS LAST);
DROP INDEX CONCURRENTLY IF EXISTS attempts_assessment_idx;
