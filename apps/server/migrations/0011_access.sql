-- Other ways in: who a person is at Google or GitHub, and the codes that hand a new session to the browser that asked.
CREATE TABLE identities (
  provider   text NOT NULL CHECK (provider IN ('google', 'github')),
  subject    text NOT NULL CHECK (subject <> ''),
  user_id    bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, subject)
);
CREATE INDEX identities_user_idx ON identities (user_id);

-- A sign-in's state comes back once. What is older than its life is refused anyway, and swept.
CREATE TABLE spent_sign_in_states (
  state_sha256 bytea PRIMARY KEY CHECK (octet_length(state_sha256) = 32),
  expires_at   timestamptz NOT NULL
);

ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_purpose_check;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_purpose_check
  CHECK (purpose IN ('verify_email', 'reset_password', 'sign_in'));
