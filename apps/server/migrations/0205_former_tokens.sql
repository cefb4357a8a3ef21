-- Another host of the domain may have planted a value that was trusted before cookies had the prefix `__Host-`, and would know it. Which ones
-- is unknown: all browsers ask for the second step once more. First, because it takes longer than what locks the sessions.
UPDATE known_devices SET second_factor_until = NULL WHERE second_factor_until IS NOT NULL;

-- The token that a fresh proof of identity has replaced, and until when it is still accepted: docs/decisions/sessions.md. The last release
-- knows the present token alone, in `token_sha256`.
ALTER TABLE sessions
  ADD COLUMN former_token_sha256 bytea CHECK (octet_length(former_token_sha256) = 32),
  ADD COLUMN former_token_until timestamptz,
  ADD CONSTRAINT sessions_former_token_check CHECK ((former_token_sha256 IS NULL) = (former_token_until IS NULL));
-- No row has one yet, so it is built in one pass.
CREATE UNIQUE INDEX sessions_former_token_idx ON sessions (former_token_sha256) WHERE former_token_sha256 IS NOT NULL;
