-- What their leaving took off sale goes back on sale when a seller returns within the grace; what they had archived does not.
ALTER TABLE courses ADD COLUMN archived_by_leaving boolean NOT NULL DEFAULT false
  CHECK (NOT archived_by_leaving OR archived_at IS NOT NULL);
