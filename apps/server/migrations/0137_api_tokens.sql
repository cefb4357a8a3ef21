-- Tokens with which other programs make calls for a person: docs/decisions/api-tokens.md.
CREATE TABLE api_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- The owner's business when it was made: the token works only while they belong to it.
  business_id bigint REFERENCES businesses,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 80),
  token_sha256 bytea NOT NULL UNIQUE CHECK (length(token_sha256) = 32),
  ends_with text NOT NULL CHECK (length(ends_with) = 4),
  scopes text[] NOT NULL CHECK (cardinality(scopes) BETWEEN 1 AND 20),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- To the hour.
  last_used_at timestamptz,
  CHECK (expires_at > created_at)
);
CREATE INDEX api_tokens_owner_idx ON api_tokens (user_id);
CREATE INDEX api_tokens_business_idx ON api_tokens (business_id) WHERE business_id IS NOT NULL;
CREATE INDEX api_tokens_expiry_idx ON api_tokens (expires_at);
