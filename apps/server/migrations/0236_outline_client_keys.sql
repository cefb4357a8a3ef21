-- A browser that got no answer repeats the creation of a module or item under the same key, and it is created once. The key is looked
-- up among the few rows of one course while the course is locked, so it needs no index.
ALTER TABLE course_contents ADD COLUMN client_key uuid;
ALTER TABLE course_resources ADD COLUMN client_key uuid;
