-- A discussion of a course can be a question about a lesson, at a second of its video. 0089 validates the constraints and builds the index.
ALTER TABLE discussions ADD COLUMN resource_id bigint, ADD COLUMN position_seconds integer;
ALTER TABLE discussions
  ADD CONSTRAINT discussions_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES course_resources ON DELETE SET NULL NOT VALID,
  ADD CONSTRAINT discussions_position_check CHECK (position_seconds >= 0) NOT VALID;
