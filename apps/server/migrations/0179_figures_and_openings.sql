-- For the averages of a gradebook (docs/decisions/course-people.md); 0180 builds their index.
CREATE VIEW quiz_numbers AS
SELECT id, resource_id FROM assessments;
CREATE VIEW quiz_attempts AS
SELECT assessment_id, user_id, percentage, waiting_since, graded_at FROM attempts;
