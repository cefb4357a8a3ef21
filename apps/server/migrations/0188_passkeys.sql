-- Passkeys (docs/decisions/passkeys.md): a sign-in with one proves a device of the person and what unlocks it.
CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- COSE, as the authenticator sent it.
  public_key bytea NOT NULL,
  -- The random name of the person that the authenticator stores and returns.
  user_handle bytea NOT NULL CHECK (octet_length(user_handle) BETWEEN 16 AND 64),
  -- Of the last use; 0 where the authenticator counts none.
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  -- As the browser named them, to offer the right device.
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- Its maker keeps a copy, so that other devices of the person have it too.
  is_synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user_idx ON passkeys (user_id, id DESC);

ALTER TABLE sessions DROP CONSTRAINT sessions_second_factor_check,
  ADD CONSTRAINT sessions_second_factor_check
  CHECK (second_factor IN ('app', 'recovery code', 'remembered device', 'set up', 'passkey')) NOT VALID;
