-- How people come into a business, how they leave, and what finds them in a long list.

-- An invitation is answered by whoever holds its mailed link and the address; only the link's digest is kept.
CREATE TABLE invitations (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email        citext NOT NULL,
  role         text NOT NULL CHECK (role IN ('instructor', 'admin', 'superadmin')),
  -- Null: into the platform, as its keeper or as an instructor who sells alone.
  business_id  bigint REFERENCES businesses,
  invited_by   bigint NOT NULL REFERENCES users,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL,
  accepted_at  timestamptz,
  revoked_at   timestamptz,
  CHECK (role <> 'admin' OR business_id IS NOT NULL),
  CHECK (role <> 'superadmin' OR business_id IS NULL),
  CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
-- One open invitation per address and business: inviting again replaces it.
CREATE UNIQUE INDEX invitations_open_key ON invitations (coalesce(business_id, 0), email)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX invitations_business_idx ON invitations (business_id, id DESC);

-- Who asked to be deleted is erased at this instant, unless they sign in before.
ALTER TABLE users ADD COLUMN erase_after timestamptz;
CREATE INDEX users_erase_after_idx ON users (erase_after) WHERE erase_after IS NOT NULL AND erased_at IS NULL;

-- Search by name or e-mail.
CREATE INDEX users_name_trgm ON users USING gin (name gin_trgm_ops) WHERE erased_at IS NULL;
CREATE INDEX users_email_trgm ON users USING gin ((email::text) gin_trgm_ops) WHERE erased_at IS NULL;
