-- The second step of a sign-in (docs/decisions/second-factor.md).

-- The authenticator app of a person.
CREATE TABLE authenticator_apps (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Sealed: the shared secret in base32.
  secret_encrypted bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until a first code was entered; before, no sign-in asks for one.
  confirmed_at timestamptz,
  -- The number of the half minute whose code was accepted last: no code is accepted twice.
  last_step bigint NOT NULL DEFAULT 0
);

-- Codes for a sign-in without the app. Each works once and is deleted by its use.
CREATE TABLE recovery_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The first two characters, which find the row; the hash covers the whole code.
  starts_with text NOT NULL CHECK (length(starts_with) = 2),
  code_hash text NOT NULL,
  UNIQUE (user_id, starts_with)
);

-- What the session's sign-in proved besides the password; null: nothing.
ALTER TABLE sessions ADD COLUMN second_factor text
  CHECK (second_factor IN ('app', 'recovery code', 'remembered device', 'set up'));

-- Until when a sign-in in this browser needs no second step; null: it does.
ALTER TABLE known_devices ADD COLUMN second_factor_until timestamptz;

ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_purpose_check,
  ADD CONSTRAINT one_time_tokens_purpose_check
  CHECK (purpose IN ('verify_email', 'reset_password', 'sign_in', 'second_factor'));

-- No way in misses the second step, also not in a release that does not know it: there, the sign-in fails.
CREATE FUNCTION refuse_session_without_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.second_factor IS NULL
     AND EXISTS (SELECT FROM authenticator_apps a WHERE a.user_id = NEW.user_id AND a.confirmed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'this account has a second factor, which this sign-in does not ask for';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_second_factor BEFORE INSERT ON sessions FOR EACH ROW
  EXECUTE FUNCTION refuse_session_without_second_factor();
