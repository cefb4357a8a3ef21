-- The network (an IPv4 address, or the /64 of an IPv6 one) at the sign-in, and at the last recorded use. Null for sessions of older releases.
ALTER TABLE sessions ADD COLUMN signed_in_address text, ADD COLUMN last_seen_address text;

-- A change of a person's e-mail address (docs/decisions/change-of-address.md): open until both addresses have confirmed it, then
-- done until it can no longer be undone. A row that has ended otherwise is deleted.
CREATE TABLE email_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done')),
  old_email citext NOT NULL,
  new_email citext NOT NULL,
  -- False: the old address was never verified, so nobody is asked there.
  needs_old boolean NOT NULL,
  asked_at timestamptz NOT NULL,
  -- When an open one lapses; until when a done one can be undone.
  expires_at timestamptz NOT NULL,
  -- Null until the links are mailed.
  new_token_sha256 bytea UNIQUE CHECK (octet_length(new_token_sha256) = 32),
  old_token_sha256 bytea UNIQUE CHECK (octet_length(old_token_sha256) = 32),
  undo_token_sha256 bytea UNIQUE CHECK (octet_length(undo_token_sha256) = 32),
  mailed_at timestamptz,
  new_confirmed_at timestamptz,
  old_confirmed_at timestamptz
);
CREATE UNIQUE INDEX email_changes_open_idx ON email_changes (user_id) WHERE state = 'open';
CREATE INDEX email_changes_user_idx ON email_changes (user_id);
CREATE INDEX email_changes_undo_idx ON email_changes (old_email) WHERE state = 'done';

-- While a change can be undone, nobody opens an account with the former address, in no release: the insertion does nothing, as for
-- an address that is taken.
CREATE FUNCTION skip_reserved_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM email_changes c WHERE c.old_email = NEW.email AND c.state = 'done') THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_reserved_email BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION skip_reserved_email();
