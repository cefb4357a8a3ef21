-- The announcements that reminded of a live session: they end with it, and when it is for others (docs/decisions/live-sessions.md). The last
-- release writes through `live_sessions` and notes none.
ALTER TABLE planned_sessions ADD COLUMN reminder_ids bigint[] NOT NULL DEFAULT '{}';
