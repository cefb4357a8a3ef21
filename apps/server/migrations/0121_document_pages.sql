-- Reading progress in documents: the page that was reached, and the pages that were seen, counted from 1.
ALTER TABLE resource_progress
  ADD COLUMN page_reached integer CHECK (page_reached > 0),
  ADD COLUMN page_set_at timestamptz,
  ADD COLUMN pages_seen int4multirange NOT NULL DEFAULT '{}'::int4multirange;
