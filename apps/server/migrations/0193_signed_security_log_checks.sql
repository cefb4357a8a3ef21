-- Stored results of the check are signed: who writes to the table cannot make the check skip a part (docs/decisions/security-log.md).
-- Null: of a release that does not sign. Such a row is not trusted.
ALTER TABLE security_log_checks
  ADD COLUMN key_id integer REFERENCES security_log_keys,
  -- HMAC-SHA256 over the other columns.
  ADD COLUMN signature bytea CHECK (octet_length(signature) = 32);
CREATE INDEX security_log_checks_key_idx ON security_log_checks (key_id);
