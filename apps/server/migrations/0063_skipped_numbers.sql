-- After a restore, numbers that may have been given in the lost time are skipped (docs/decisions/backups.md). An older release would
-- report them as gaps and nothing else.
ALTER TABLE receipt_series ADD COLUMN skipped integer NOT NULL DEFAULT 0 CHECK (skipped >= 0);
ALTER TABLE invoice_series ADD COLUMN skipped integer NOT NULL DEFAULT 0 CHECK (skipped >= 0);
