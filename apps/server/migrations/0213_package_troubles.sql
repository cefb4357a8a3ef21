-- oldest release that serves: 0212
-- Packages that were opened without reporting, or in which a script failed: their teachers are told.
ALTER TABLE package_runs
  -- Open for a minute, and the content has not asked for the platform. A report clears it.
  ADD COLUMN was_silent boolean NOT NULL DEFAULT false,
  ADD COLUMN saw_error boolean NOT NULL DEFAULT false;
