-- An assignment is a quiz with one question that a person grades (docs/decisions/quizzes.md).
ALTER TABLE course_resources
  ADD COLUMN is_assignment boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT course_resources_assignment CHECK (NOT is_assignment OR file_type = 'quiz');

-- The rule of the due date (packages/contracts/src/assessments/assignment.ts). Null means that the quiz is no assignment.
ALTER TABLE assessments ADD COLUMN assignment jsonb;

-- `rubric` is a list of criteria: {"criterion": text, "levels": [{"points": number, "words": text}]}. Learners see it. Without
-- `takes_text`, the answer to a hand-in consists of files only.
ALTER TABLE assessment_questions ADD COLUMN rubric jsonb, ADD COLUMN takes_text boolean NOT NULL DEFAULT true;

-- `levels` has the index of the chosen level of each criterion. Only grades of assignments have a verdict.
ALTER TABLE hand_in_grades ADD COLUMN levels smallint[], ADD COLUMN verdict text CHECK (verdict IN ('pass', 'return'));

CREATE OR REPLACE VIEW quiz_items AS
SELECT r.id, m.course_id, r.title, r.is_published, m.is_published AS is_module_published, r.media_id, r.copied_from, r.is_assignment
  FROM course_resources r JOIN course_contents m ON m.id = r.content_id
 WHERE r.file_type = 'quiz';

-- When the first try of a learner is late: at the midnight after the due day. Null means that the learner has no due date.
CREATE VIEW assignment_dues AS
SELECT e.user_id, a.id AS assessment_id,
       start_of_day(coalesce(of_cohort.due_on, (a.assignment->>'dueOn')::date,
                             coalesce(e.starts_on, day_in_malaysia(e.granted_at)) + (a.assignment->>'dueAfterDays')::int) + 1) AS due_at
  FROM assessments a
  JOIN outline_resources r ON r.id = a.resource_id
  JOIN active_enrolments e ON e.course_id = r.course_id
  LEFT JOIN LATERAL (SELECT (k->>'dueOn')::date AS due_on FROM jsonb_array_elements(a.assignment->'cohorts') k
                      WHERE (k->>'id')::bigint = e.cohort_id LIMIT 1) of_cohort ON true
 WHERE a.assignment IS NOT NULL;
