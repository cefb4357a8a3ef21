-- The reports of a reply: counted for each reply of a page, and removed with it.
CREATE INDEX post_reports_post_idx ON post_reports (post_id) WHERE post_id IS NOT NULL;
