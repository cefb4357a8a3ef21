-- Saves that arrive late, after a lost connection (docs/decisions/outbox.md). When the learner set the completion and the position:
-- an older save does not undo a newer one. Null: before this migration.
ALTER TABLE resource_progress ADD COLUMN completion_set_at timestamptz, ADD COLUMN position_set_at timestamptz;
-- Chosen by the client, unique for each author: a text that is sent twice is written once.
ALTER TABLE discussions ADD COLUMN client_key uuid;
ALTER TABLE discussion_posts ADD COLUMN client_key uuid;
