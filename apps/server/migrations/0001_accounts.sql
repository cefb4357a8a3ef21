-- People, their sessions, the businesses and sellers they belong to.
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE businesses (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL CHECK (name <> ''),
  email      citext NOT NULL,
  phone      text NOT NULL,
  address    text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email             citext NOT NULL,
  name              text,
  role              text NOT NULL DEFAULT 'student' CHECK (role IN ('student', 'instructor', 'admin', 'superadmin')),
  business_id       bigint REFERENCES businesses,
  password_hash     text,
  email_verified_at timestamptz,
  avatar_url        text,
  bio               text NOT NULL DEFAULT '',
  language          text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ms')),
  created_at        timestamptz NOT NULL DEFAULT now(),
  erased_at         timestamptz,
  CHECK (role <> 'admin' OR business_id IS NOT NULL),
  CHECK (role NOT IN ('superadmin') OR business_id IS NULL)
);
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE erased_at IS NULL;
CREATE INDEX users_business_idx ON users (business_id, id DESC) WHERE business_id IS NOT NULL;

CREATE TABLE sessions (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  user_agent   text NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL
);
CREATE INDEX sessions_user_idx ON sessions (user_id, id DESC);

CREATE TABLE one_time_tokens (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose      text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  token_sha256 bytea NOT NULL UNIQUE,
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz
);
CREATE INDEX one_time_tokens_user_idx ON one_time_tokens (user_id, purpose);

-- Failed attempts only; what is older than the longest window is swept.
CREATE TABLE failed_attempts (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind    text NOT NULL,
  subject text NOT NULL,
  at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX failed_attempts_idx ON failed_attempts (kind, subject, at DESC);

-- Who can be paid: the platform, a business, or an instructor who has no business.
CREATE TABLE sellers (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  is_platform boolean NOT NULL DEFAULT false,
  business_id bigint UNIQUE REFERENCES businesses,
  user_id     bigint UNIQUE REFERENCES users,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CHECK (is_platform::int + (business_id IS NOT NULL)::int + (user_id IS NOT NULL)::int = 1)
);
CREATE UNIQUE INDEX sellers_one_platform ON sellers (is_platform) WHERE is_platform;
INSERT INTO sellers (is_platform) VALUES (true);

-- A seller's account at the payment provider. A new pair of credentials is a new version; orders keep the version they began with.
CREATE TABLE payment_accounts (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id        bigint NOT NULL REFERENCES sellers,
  version          integer NOT NULL,
  brand_id         text NOT NULL,
  secret_encrypted bytea NOT NULL,
  secret_ends_with text NOT NULL,
  -- Proves that a pair is the one already stored, without decrypting every version.
  fingerprint      bytea NOT NULL,
  is_verified      boolean NOT NULL,
  is_live          boolean NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  UNIQUE (seller_id, version),
  CHECK (is_verified OR NOT is_live)
);
CREATE UNIQUE INDEX payment_accounts_one_live ON payment_accounts (seller_id) WHERE is_live;

-- Small facts the server keeps about itself (demo data loaded, one-time steps done).
CREATE TABLE server_facts (
  key   text PRIMARY KEY,
  value jsonb NOT NULL,
  at    timestamptz NOT NULL DEFAULT now()
);
