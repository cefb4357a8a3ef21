-- What stands below a lesson to practise with (contracts/practice.ts): the author's exercise, a scratchpad or nothing.
ALTER TABLE course_resources ADD COLUMN practice jsonb NOT NULL DEFAULT '{"kind": "default"}';
-- Whether lessons without an exercise of their own have a scratchpad.
ALTER TABLE courses ADD COLUMN has_scratchpad boolean NOT NULL DEFAULT true;
