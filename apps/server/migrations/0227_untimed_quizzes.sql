-- Null means a quiz without a time limit. An attempt at it has no deadline and stays open until it is submitted.
ALTER TABLE assessments ALTER COLUMN time_limit_seconds DROP NOT NULL;
ALTER TABLE attempts ALTER COLUMN deadline_at DROP NOT NULL;
-- An empty limit of a draft meant 60 minutes.
UPDATE assessments SET draft = jsonb_set(draft, '{settings,timeLimitMinutes}', '"60"')
 WHERE btrim(draft #>> '{settings,timeLimitMinutes}') = '';
