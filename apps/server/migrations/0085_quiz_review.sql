-- What a learner sees of a graded attempt, by the author's rule (docs/decisions/assessments.md).
ALTER TABLE assessments ADD COLUMN review text NOT NULL DEFAULT 'answers' CHECK (review IN ('score', 'marks', 'answers'));
