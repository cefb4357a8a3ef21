-- What a certificate needs besides completed lessons, and what it prints (docs/decisions/certificate-rules.md).
-- Oldest release that may serve: 0156, which issues certificates to those who have completed the lessons.
ALTER TABLE certificate_rules
  ADD watched_percent smallint CHECK (watched_percent BETWEEN 50 AND 95),
  ADD quiz_percent smallint CHECK (quiz_percent BETWEEN 1 AND 100),
  ADD minutes integer CHECK (minutes BETWEEN 30 AND 60000),
  ADD signer_name text CHECK (length(signer_name) BETWEEN 1 AND 100),
  ADD signer_role text CHECK (length(signer_role) <= 100);

CREATE VIEW certificate_requirements AS
SELECT course_id, watched_percent, quiz_percent FROM certificate_rules
 WHERE is_on AND (watched_percent IS NOT NULL OR quiz_percent IS NOT NULL);

-- As the rule was on the day of issue.
ALTER TABLE certificates
  ADD minutes integer,
  ADD signer_name text,
  ADD signer_role text;
