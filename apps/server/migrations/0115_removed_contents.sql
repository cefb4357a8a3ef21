-- Modules and resources that were removed, and can be restored for a while (docs/decisions/removals.md). While removed they are not
-- published, so nobody but their authors could see them, and the last release shows them as drafts.
ALTER TABLE course_contents ADD COLUMN removed_at timestamptz, ADD COLUMN was_published boolean NOT NULL DEFAULT false;
ALTER TABLE course_resources ADD COLUMN removed_at timestamptz, ADD COLUMN was_published boolean NOT NULL DEFAULT false;
