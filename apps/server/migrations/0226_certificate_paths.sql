-- oldest release that serves: 0226
-- An older release would show private certificates to everybody.
-- `path`: what the certificate took on the day of issue: the modules with their numbers of lessons and quizzes, and the percentages that
-- the rule required. Null: not recorded. `is_private`: the learner alone opens the certificate.
ALTER TABLE certificates
  ADD COLUMN path jsonb CHECK (jsonb_typeof(path) = 'object'),
  ADD COLUMN is_private boolean NOT NULL DEFAULT false;
