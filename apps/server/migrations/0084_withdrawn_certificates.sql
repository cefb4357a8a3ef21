-- A person of the course withdrew it (docs/decisions/achievements.md). `revoked_at` follows the enrolment, so a new enrolment does
-- not restore what a person withdrew.
ALTER TABLE certificates
  ADD COLUMN withdrawn_at timestamptz,
  ADD COLUMN withdrawn_by bigint REFERENCES users,
  ADD COLUMN withdrawal_reason text;
