-- The schema, by subject (docs/decisions/releases.md). Other features read a table through a view (docs/decisions/sql.md):
-- views without DISTINCT, aggregates and locks, so that the planner merges them into the statement that names them and drops a LEFT JOIN
-- whose columns nobody asks for.
-- A database whose last migration is the one below is up to date with this file.
-- replaces 0211_uploads_and_webhooks.sql e825b4866f1a8520a7f17a9891dedc1a054dc94d98a0840b0e5e62baa4c34b15
-- oldest release that serves: 0211

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- ==== Sales of two releases side by side (docs/decisions/releases.md)

-- A migration that older releases cannot sell beside says so. It waits for their sales under way, and the database refuses each later one.

-- Ends once no sale is under way; until the end of this transaction none begins.
CREATE FUNCTION wait_for_sales() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(4702002) $$;

-- For the transaction of a sale. True, or an error: `release` is the number of the newest migration that the caller knows.
CREATE FUNCTION may_sell(release integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4702002);
  IF release < (SELECT max(oldest_selling) FROM schema_migrations) THEN
    RAISE EXCEPTION 'release % is too old to sell on this database', release USING ERRCODE = 'AP001';
  END IF;
  RETURN true;
END $$;

-- ==== Shared by several features: days in Malaysia, and functions of triggers

CREATE FUNCTION day_in_malaysia(at timestamptz) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date;

CREATE FUNCTION start_of_day(day date) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN day::timestamp AT TIME ZONE 'Asia/Kuala_Lumpur';

CREATE FUNCTION day_in_kuala_lumpur(at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date
$$;

CREATE FUNCTION month_in_kuala_lumpur(at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', at AT TIME ZONE 'Asia/Kuala_Lumpur')::date
$$;

-- Rows of these tables are never changed; corrections are new rows.
CREATE FUNCTION refuse_change_of_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Each foreign key to sellers and payment accounts would lock a row that all purchases share. A trigger refuses to delete these rows
-- instead (docs/decisions/payments.md).
CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never deleted: orders and books name them', TG_TABLE_NAME
    USING ERRCODE = 'foreign_key_violation';
END $$;

-- Processes that cache public lists and pages listen to this channel.
CREATE FUNCTION tell_courses_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('courses_changed', '');
  RETURN NULL;
END $$;

-- Notices of changes name the courses, so that only their pages are removed from a CDN (docs/decisions/caches.md). An empty payload is a
-- change of any course.
CREATE FUNCTION tell_these_courses_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[];
BEGIN
  IF TG_TABLE_NAME = 'courses' THEN
    SELECT array_agg(DISTINCT id) INTO ids FROM changed;
  ELSIF TG_TABLE_NAME = 'course_resources' THEN
    -- Of a module that is being deleted, the module's own notice names the course.
    SELECT array_agg(DISTINCT c.course_id) INTO ids FROM changed JOIN course_contents c ON c.id = changed.content_id;
  ELSE
    SELECT array_agg(DISTINCT course_id) INTO ids FROM changed;
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM pg_notify('courses_changed', CASE WHEN cardinality(ids) <= 100 THEN array_to_string(ids, ',') ELSE '' END);
  END IF;
  RETURN NULL;
END $$;

-- ==== Accounts: people, businesses, their sessions and invitations

CREATE TABLE businesses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  email citext NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What a business says of itself on its sales pages: docs/decisions/interface.md.
  description text NOT NULL DEFAULT '',
  -- '' or an address with http(s).
  website text NOT NULL DEFAULT '',
  -- A path below /media/, as in users.avatar_url.
  logo_url text,
  -- Whether sales pages show e-mail, phone and address, which were given for other purposes.
  shows_contact boolean NOT NULL DEFAULT false
);
CREATE INDEX businesses_logo_idx ON businesses (logo_url) WHERE logo_url IS NOT NULL;
-- Sales pages show the business, cards its name.
CREATE TRIGGER businesses_changed AFTER UPDATE ON businesses FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email citext NOT NULL,
  name text,
  role text NOT NULL DEFAULT 'student' CHECK (role IN ('student', 'instructor', 'admin', 'superadmin')),
  business_id bigint REFERENCES businesses,
  password_hash text,
  email_verified_at timestamptz,
  avatar_url text,
  bio text NOT NULL DEFAULT '',
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ms')),
  created_at timestamptz NOT NULL DEFAULT now(),
  erased_at timestamptz,
  -- When an account whose deletion was requested is erased; signing in before cancels it.
  erase_after timestamptz,
  -- When the person was first given rights that require a second factor; null: never.
  second_factor_required_at timestamptz,
  CONSTRAINT users_check CHECK (role <> 'admin' OR business_id IS NOT NULL),
  CONSTRAINT users_check1 CHECK (role <> 'superadmin' OR business_id IS NULL)
);
CREATE INDEX users_avatar_idx ON users (avatar_url) WHERE avatar_url IS NOT NULL;
CREATE INDEX users_business_idx ON users (business_id, id DESC) WHERE business_id IS NOT NULL;
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE erased_at IS NULL;
CREATE INDEX users_email_trgm ON users USING gin (((email)::text) gin_trgm_ops)
  WHERE erased_at IS NULL;
CREATE INDEX users_erase_after_idx ON users (erase_after)
  WHERE erase_after IS NOT NULL AND erased_at IS NULL;
-- Erased accounts are few: people are counted without looking at the account of each.
CREATE INDEX users_erased_idx ON users (id) WHERE erased_at IS NOT NULL;
CREATE INDEX users_name_trgm ON users USING gin (name gin_trgm_ops) WHERE erased_at IS NULL;
-- Lists of people who teach or administer, among a million learners.
CREATE INDEX users_staff_idx ON users (id DESC) WHERE role IN ('instructor', 'admin', 'superadmin');
CREATE TRIGGER sellers_proven AFTER UPDATE OF email_verified_at ON users FOR EACH ROW
  WHEN (NEW.role <> 'student' AND NEW.email_verified_at IS DISTINCT FROM OLD.email_verified_at) EXECUTE FUNCTION tell_courses_changed();
-- Public pages show the instructor.
CREATE TRIGGER teachers_changed AFTER UPDATE OF name, avatar_url, bio ON users FOR EACH ROW
  WHEN (OLD.role <> 'student' AND (OLD.name IS DISTINCT FROM NEW.name OR OLD.avatar_url IS DISTINCT FROM NEW.avatar_url
                                   OR OLD.bio IS DISTINCT FROM NEW.bio))
  EXECUTE FUNCTION tell_courses_changed();

-- People, without what proves who they are. Erased accounts are included: their rows stay for the orders that name them.
CREATE VIEW user_cards AS
SELECT id, email, name, role, business_id, avatar_url, bio, language, email_verified_at, erase_after, erased_at, created_at
  FROM users;

-- What others may read of a business.
CREATE VIEW business_cards AS
SELECT id, name, description, website, logo_url,
       CASE WHEN shows_contact THEN email::text END AS contact_email, CASE WHEN shows_contact THEN phone END AS contact_phone,
       CASE WHEN shows_contact THEN address END AS contact_address
  FROM businesses;

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When this session last proved the person's identity: at sign-in, or by the password since.
  proven_at timestamptz NOT NULL DEFAULT now(),
  -- What the session's sign-in proved besides the password; null: nothing.
  second_factor text CHECK (second_factor IN ('app', 'recovery code', 'remembered device', 'set up', 'passkey')),
  -- The network (an IPv4 address, or the /64 of an IPv6 one) at the sign-in, and at the last recorded use.
  signed_in_address text,
  last_seen_address text,
  -- The token that a fresh proof of identity has replaced, and until when it is still accepted: docs/decisions/accounts.md.
  former_token_sha256 bytea CHECK (octet_length(former_token_sha256) = 32),
  former_token_until timestamptz,
  CONSTRAINT sessions_former_token_check CHECK ((former_token_sha256 IS NULL) = (former_token_until IS NULL))
);
CREATE UNIQUE INDEX sessions_former_token_idx ON sessions (former_token_sha256)
  WHERE former_token_sha256 IS NOT NULL;
CREATE INDEX sessions_user_idx ON sessions (user_id, id DESC);

CREATE TABLE one_time_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password', 'sign_in', 'second_factor')),
  token_sha256 bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX one_time_tokens_user_idx ON one_time_tokens (user_id, purpose);

-- Failed attempts only; rows older than the longest window are deleted.
CREATE TABLE failed_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- What an upload in parts has announced, until it has ended: its bytes count within the quota.
  bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0)
);
CREATE INDEX failed_attempts_idx ON failed_attempts (kind, subject, at DESC);

-- A person's accounts at Google and GitHub.
CREATE TABLE identities (
  provider text NOT NULL CHECK (provider IN ('google', 'github')),
  subject text NOT NULL CHECK (subject <> ''),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, subject)
);
CREATE INDEX identities_user_idx ON identities (user_id);

-- The state of a social sign-in is accepted once. Expired rows are deleted.
CREATE TABLE spent_sign_in_states (
  state_sha256 bytea PRIMARY KEY CHECK (octet_length(state_sha256) = 32),
  expires_at timestamptz NOT NULL
);

-- Browsers in which a person has signed in before: a digest of a random cookie and the account. It authenticates nothing; it only
-- selects which limit of failed sign-ins applies. The same browser has a different digest in each account.
CREATE TABLE known_devices (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  device_sha256 bytea NOT NULL CHECK (octet_length(device_sha256) = 32),
  last_used_at timestamptz NOT NULL,
  -- Until when a sign-in in this browser needs no second step; null: it does.
  second_factor_until timestamptz,
  PRIMARY KEY (user_id, device_sha256)
);
CREATE INDEX known_devices_unused_idx ON known_devices (last_used_at);

-- A change of a person's e-mail address (docs/decisions/accounts.md): open until both addresses have confirmed it, then
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
CREATE INDEX email_changes_undo_idx ON email_changes (old_email) WHERE state = 'done';
CREATE INDEX email_changes_user_idx ON email_changes (user_id);

-- While a change can be undone, nobody opens an account with the former address: the insertion does nothing, as for an
-- address that is taken.
CREATE FUNCTION skip_reserved_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM email_changes c WHERE c.old_email = NEW.email AND c.state = 'done') THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_reserved_email BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION skip_reserved_email();

-- An insertion may wait for the change that gives its address up. `users_reserved_email` has then looked too early, and the unique
-- index is free once the change commits. This trigger looks again behind the index, with a snapshot of its own.
CREATE FUNCTION refuse_reserved_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM email_changes c WHERE c.old_email = NEW.email AND c.state = 'done' AND c.user_id <> NEW.id) THEN
    RAISE EXCEPTION 'the address is reserved for its former owner' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_reserved_email_after AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_reserved_email();

-- Accepted by the person who holds the mailed link and the address. Only the digest of the link is stored.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email citext NOT NULL,
  role text NOT NULL CHECK (role IN ('instructor', 'admin', 'superadmin')),
  -- Null: invited to the platform, as a superadmin or as an instructor without a business.
  business_id bigint REFERENCES businesses,
  invited_by bigint NOT NULL REFERENCES users,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT invitations_check CHECK (role <> 'admin' OR business_id IS NOT NULL),
  CONSTRAINT invitations_check1 CHECK (role <> 'superadmin' OR business_id IS NULL),
  CONSTRAINT invitations_check2 CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
CREATE INDEX invitations_business_idx ON invitations (business_id, id DESC);
-- One open invitation per address and business; a new one replaces it.
CREATE UNIQUE INDEX invitations_open_key ON invitations (COALESCE(business_id, (0)::bigint), email)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- Which version of which document a person was shown or accepted, and how (docs/decisions/personal-data.md).
CREATE TABLE consents (
  user_id bigint NOT NULL REFERENCES users,
  document text NOT NULL,
  -- The day from which the version applies.
  version text NOT NULL CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'),
  way text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, document, version, way)
);
-- Rows go with the account, and are never changed.
CREATE TRIGGER consents_kept BEFORE UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();

-- Tokens with which other programs make calls for a person: docs/decisions/integrations.md.
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
  -- How the session that made the token had proved a second factor; null: it had not. Tokens without it open nothing where one is
  -- required of their owner (docs/decisions/authentication.md).
  second_factor text CHECK (second_factor IN ('app', 'recovery code', 'remembered device', 'set up', 'passkey')),
  CHECK (expires_at > created_at)
);
CREATE INDEX api_tokens_business_idx ON api_tokens (business_id) WHERE business_id IS NOT NULL;
CREATE INDEX api_tokens_expiry_idx ON api_tokens (expires_at);
CREATE INDEX api_tokens_owner_idx ON api_tokens (user_id);

-- Single-use tokens for one file, valid for a minute: a download link carries no bearer token.
CREATE TABLE download_tickets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  -- Signing out deletes the session's tokens.
  session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
  what text NOT NULL CHECK (what ~ '^[a-z]+$'),
  filters jsonb NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX download_tickets_expiry_idx ON download_tickets (expires_at);
CREATE INDEX download_tickets_session_idx ON download_tickets (session_id);

-- Messages of the contact form.
CREATE TABLE messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL CHECK (topic IN ('contact', 'support', 'testimonial', 'partner')),
  name text NOT NULL CHECK (name <> '' AND length(name) <= 120),
  email text NOT NULL CHECK (email <> '' AND length(email) <= 254),
  body text NOT NULL CHECK (body <> '' AND length(body) <= 5000),
  -- The account of the signed-in sender; `email` is only what they typed.
  sender_id bigint REFERENCES users,
  state text NOT NULL DEFAULT 'unread' CHECK (state IN ('unread', 'read', 'done')),
  looks_automated boolean NOT NULL DEFAULT false,
  -- Keyed digest of the network address, used for the rate limit; deleted after a day.
  address_digest bytea,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX messages_address_idx ON messages (address_digest, created_at DESC)
  WHERE address_digest IS NOT NULL;
CREATE INDEX messages_sender_idx ON messages (sender_id) WHERE sender_id IS NOT NULL;
CREATE INDEX messages_state_idx ON messages (state, id DESC);

-- ==== Second factor (docs/decisions/authentication.md)

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

-- Passkeys (docs/decisions/authentication.md): a sign-in with one proves a device of the person and what unlocks it.
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

-- No sign-in misses the second factor: one that does not ask for it fails.
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

-- Since when a live installation requires a second factor (docs/decisions/authentication.md): at most one row, which the first
-- request or job writes.
CREATE TABLE second_factor_requirement (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  since timestamptz NOT NULL
);

-- Removals of the second factors of people who have lost them (docs/decisions/authentication.md).
CREATE TABLE second_factor_removals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  asked_by bigint NOT NULL REFERENCES users CHECK (asked_by <> user_id),
  asked_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  identity_check text NOT NULL CHECK (length(identity_check) BETWEEN 1 AND 500),
  confirmed_by bigint REFERENCES users CHECK (confirmed_by <> user_id AND confirmed_by <> asked_by),
  confirmed_at timestamptz,
  -- SHA-256 of the token in the owner's mail, which stops it.
  stop_token_sha256 bytea UNIQUE,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('removed', 'stopped', 'withdrawn', 'expired')),
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK ((confirmed_by IS NULL) = (stop_token_sha256 IS NULL)),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (outcome <> 'removed' OR confirmed_by IS NOT NULL)
);
CREATE INDEX second_factor_removals_asked_by_idx ON second_factor_removals (asked_by);
CREATE INDEX second_factor_removals_confirmed_by_idx ON second_factor_removals (confirmed_by)
  WHERE confirmed_by IS NOT NULL;
CREATE UNIQUE INDEX second_factor_removals_open_idx ON second_factor_removals (user_id)
  WHERE ended_at IS NULL;
CREATE INDEX second_factor_removals_user_idx ON second_factor_removals (user_id);

-- ==== Security log (docs/decisions/security-log.md)

-- Keys of the chain, sealed under the application's secret. The newest one seals new blocks.
CREATE TABLE security_log_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_encrypted bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- What the sweep has deleted: entries up to `through_id`. `hash`: of the last deleted block; the chain goes on from it.
CREATE TABLE security_log_sweeps (
  through_block bigint PRIMARY KEY,
  through_id bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  key_id integer NOT NULL REFERENCES security_log_keys,
  -- HMAC-SHA256 over the columns above.
  signature bytea NOT NULL CHECK (octet_length(signature) = 32),
  swept_at timestamptz NOT NULL
);
CREATE INDEX security_log_sweeps_key_idx ON security_log_sweeps (key_id);
CREATE TRIGGER security_log_sweeps_kept BEFORE DELETE OR UPDATE ON security_log_sweeps FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_sweeps_not_emptied BEFORE TRUNCATE ON security_log_sweeps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

-- Nothing is deleted but what a sweep has recorded before. The argument is the column with the last entry of the row.
CREATE FUNCTION refuse_unswept_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM security_log_sweeps s WHERE s.through_id >= (to_jsonb(OLD.*) ->> TG_ARGV[0])::bigint) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

-- `kind` is a closed list in contracts/security.ts; the database checks its form only.
CREATE TABLE security_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z][A-Za-z]*\.[a-zA-Z]+$'),
  -- The person who did it; null when nobody was signed in.
  actor_id bigint REFERENCES users,
  -- The business whose admins may read the entry; null when it concerns none.
  business_id bigint REFERENCES businesses,
  -- The person concerned: whose role or account changed, or the seller without a business.
  subject_id bigint REFERENCES users,
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  -- The network address of the actor; deleted after 90 days.
  address text,
  -- Acts that change no rights, accounts or money: sign-ins, views, exports, refusals. They notify nobody.
  is_activity boolean NOT NULL DEFAULT false,
  -- Entries are checked from 1 on.
  CONSTRAINT security_log_id_positive CHECK (id > 0)
);
CREATE INDEX security_log_actor_idx ON security_log (actor_id, id DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX security_log_address_idx ON security_log (address, id DESC) WHERE address IS NOT NULL;
CREATE INDEX security_log_addresses_idx ON security_log (at) WHERE address IS NOT NULL;
CREATE INDEX security_log_at_idx ON security_log (at);
CREATE INDEX security_log_business_idx ON security_log (business_id, id DESC)
  WHERE business_id IS NOT NULL;
CREATE INDEX security_log_business_kind_idx ON security_log (business_id, kind, id DESC)
  WHERE business_id IS NOT NULL;
CREATE INDEX security_log_changes_actor_idx ON security_log (actor_id, id DESC)
  WHERE NOT is_activity AND actor_id IS NOT NULL;
CREATE INDEX security_log_changes_business_idx ON security_log (business_id, id DESC)
  WHERE NOT is_activity AND business_id IS NOT NULL;
CREATE INDEX security_log_changes_idx ON security_log (id DESC) WHERE NOT is_activity;
CREATE INDEX security_log_changes_subject_idx ON security_log (subject_id, id DESC)
  WHERE NOT is_activity AND subject_id IS NOT NULL;
CREATE INDEX security_log_kind_idx ON security_log (kind, id DESC);
CREATE INDEX security_log_subject_idx ON security_log (subject_id, id DESC)
  WHERE subject_id IS NOT NULL;
CREATE TRIGGER security_log_frozen BEFORE UPDATE ON security_log FOR EACH ROW
  WHEN (((to_jsonb(OLD.*) - 'address') IS DISTINCT FROM (to_jsonb(NEW.*) - 'address')) OR (NEW.address IS NOT NULL))
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_not_emptied BEFORE TRUNCATE ON security_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_kept BEFORE DELETE ON security_log FOR EACH ROW EXECUTE FUNCTION refuse_unswept_deletion('id');

-- A block seals consecutive entries: those after the block before it, up to `through_id`.
CREATE TABLE security_log_blocks (
  number bigint PRIMARY KEY CHECK (number > 0),
  through_id bigint NOT NULL UNIQUE,
  entries integer NOT NULL CHECK (entries BETWEEN 1 AND 1000),
  -- The earliest and the latest `at` of its entries.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  key_id integer NOT NULL REFERENCES security_log_keys,
  -- HMAC-SHA256 over the hash of the block before, each entry without its address, and the columns above.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- HMAC-SHA256 over the salt and the addresses of its entries. The salt is deleted with the addresses.
  address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 32),
  address_salt bytea CHECK (octet_length(address_salt) = 32),
  sealed_at timestamptz NOT NULL
);
CREATE INDEX security_log_blocks_key_idx ON security_log_blocks (key_id);
CREATE INDEX security_log_blocks_salts_idx ON security_log_blocks (first_at)
  WHERE address_salt IS NOT NULL;
CREATE TRIGGER security_log_blocks_kept BEFORE DELETE ON security_log_blocks FOR EACH ROW
  EXECUTE FUNCTION refuse_unswept_deletion('through_id');
CREATE TRIGGER security_log_blocks_frozen BEFORE UPDATE ON security_log_blocks FOR EACH ROW
  WHEN (((to_jsonb(OLD.*) - 'address_salt') IS DISTINCT FROM (to_jsonb(NEW.*) - 'address_salt')) OR (NEW.address_salt IS NOT NULL))
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_blocks_not_emptied BEFORE TRUNCATE ON security_log_blocks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

-- Runs of the check. `through_block`: the last block that was checked; `finished_at` null: the run goes on from there.
CREATE TABLE security_log_checks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  through_block bigint NOT NULL,
  entries bigint NOT NULL DEFAULT 0,
  -- How many breaks were found, and the first of them.
  break_count integer NOT NULL DEFAULT 0,
  breaks jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(breaks) = 'array'),
  -- Stored results of the check are signed: who writes to the table cannot make the check skip a part (docs/decisions/security-log.md).
  -- Null: not signed. Such a row is not trusted.
  key_id integer REFERENCES security_log_keys,
  -- HMAC-SHA256 over the other columns.
  signature bytea CHECK (octet_length(signature) = 32)
);
CREATE INDEX security_log_checks_key_idx ON security_log_checks (key_id);

-- Acts that are counted for a quarter of an hour and become one entry each when it is over.
CREATE TABLE security_log_counts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  window_start timestamptz NOT NULL,
  actor_id bigint REFERENCES users,
  business_id bigint REFERENCES businesses,
  subject_id bigint REFERENCES users,
  address text,
  -- What was seen or refused, as the entry's details have it.
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  acts integer NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (kind, window_start, actor_id, business_id, subject_id, address, details)
);
CREATE INDEX security_log_counts_actor_idx ON security_log_counts (actor_id)
  WHERE actor_id IS NOT NULL;
CREATE INDEX security_log_counts_business_idx ON security_log_counts (business_id)
  WHERE business_id IS NOT NULL;
-- Strangers' rows of a kind and window, of one address and of all.
CREATE INDEX security_log_counts_strangers_idx ON security_log_counts (kind, window_start, address)
  WHERE actor_id IS NULL;
CREATE INDEX security_log_counts_subject_idx ON security_log_counts (subject_id)
  WHERE subject_id IS NOT NULL;
CREATE INDEX security_log_counts_window_idx ON security_log_counts (window_start);

-- ==== Sellers and where they are paid

-- Who can be paid: the platform, a business, or an instructor without a business.
CREATE TABLE sellers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  is_platform boolean NOT NULL DEFAULT false,
  business_id bigint UNIQUE REFERENCES businesses,
  user_id bigint UNIQUE REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Hundredths of a percent: the SST included in the seller's prices, and the platform's share of each sale.
  tax_basis_points integer NOT NULL DEFAULT 0 CHECK (tax_basis_points >= 0 AND tax_basis_points <= 10000),
  fee_basis_points integer NOT NULL DEFAULT 0 CHECK (fee_basis_points >= 0 AND fee_basis_points <= 10000),
  -- Money-back promise: a full refund when requested within these days (0: no promise) while less than this percentage
  -- of the course was watched. `money_back_chosen_at` is null until the seller has chosen.
  money_back_days integer NOT NULL DEFAULT 30 CHECK (money_back_days IN (0, 7, 14, 30)),
  money_back_percent integer NOT NULL DEFAULT 30 CHECK (money_back_percent >= 1 AND money_back_percent <= 100),
  money_back_chosen_at timestamptz,
  -- Whether the seller may sell through the platform's payment account. With a live provider a new seller applies and a superadmin
  -- approves; otherwise sellers are approved at once, and `approved_by` is null.
  selling_state text NOT NULL DEFAULT 'applied' CHECK (selling_state IN ('applied', 'approved', 'limited', 'suspended')),
  approved_at timestamptz,
  approved_by bigint REFERENCES users,
  -- Of a limited seller: the most that may be sold through the platform's account in 24 hours.
  daily_limit_cents integer,
  CONSTRAINT sellers_check CHECK (is_platform::integer + (business_id IS NOT NULL)::integer + (user_id IS NOT NULL)::integer = 1),
  CONSTRAINT sellers_approved CHECK (selling_state IN ('applied', 'suspended') OR approved_at IS NOT NULL),
  CONSTRAINT sellers_platform_sells CHECK (NOT is_platform OR selling_state = 'approved'),
  CONSTRAINT sellers_limited CHECK ((selling_state = 'limited') = (daily_limit_cents IS NOT NULL) AND daily_limit_cents > 0)
);
CREATE INDEX sellers_applied_idx ON sellers (id DESC) WHERE selling_state = 'applied';
CREATE UNIQUE INDEX sellers_one_platform ON sellers (is_platform) WHERE is_platform;
CREATE INDEX sellers_restricted_idx ON sellers (id DESC)
  WHERE selling_state IN ('limited', 'suspended');
-- Cached cards and sales pages show whether a course can be bought: by the seller's approval, verified address
-- and payment account.
CREATE TRIGGER sellers_approved AFTER UPDATE OF selling_state ON sellers
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
-- Cached sales pages show the money-back promise.
CREATE TRIGGER sellers_money_back_changed AFTER UPDATE OF money_back_days, money_back_percent ON sellers
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER sellers_kept BEFORE DELETE OR TRUNCATE ON sellers FOR EACH STATEMENT EXECUTE FUNCTION refuse_deletion();

-- The platform sells its own courses.
INSERT INTO sellers (is_platform, selling_state, approved_at) VALUES (true, 'approved', now());

-- A seller's account at the payment provider. New credentials make a new version; an order keeps the version it started with.
CREATE TABLE payment_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  version integer NOT NULL,
  brand_id text NOT NULL,
  secret_encrypted bytea NOT NULL,
  secret_ends_with text NOT NULL,
  -- Recognises stored credentials without decrypting every version.
  fingerprint bytea NOT NULL,
  is_verified boolean NOT NULL,
  is_live boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the provider last accepted these credentials. The newer of two stored pairs is used.
  verified_at timestamptz,
  CONSTRAINT payment_accounts_seller_id_version_key UNIQUE (seller_id, version),
  CONSTRAINT payment_accounts_check CHECK (is_verified OR (NOT is_live)),
  CONSTRAINT payment_accounts_check1 CHECK (is_verified = (verified_at IS NOT NULL))
);
CREATE UNIQUE INDEX payment_accounts_one_live ON payment_accounts (seller_id) WHERE is_live;
CREATE TRIGGER payment_accounts_changed AFTER INSERT OR UPDATE OF is_live ON payment_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER payment_accounts_kept BEFORE DELETE OR TRUNCATE ON payment_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_deletion();

-- The seller's name and address on receipts and invoices. Without a row: those of the business.
CREATE TABLE seller_details (
  seller_id bigint PRIMARY KEY REFERENCES sellers,
  legal_name text NOT NULL CHECK (legal_name <> ''),
  registration_number text NOT NULL DEFAULT '',
  sst_number text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL
);

-- The bank account that a seller's invoices name. Each invoice stores the details it was issued with.
CREATE TABLE seller_bank_details (
  seller_id bigint PRIMARY KEY REFERENCES sellers,
  bank_name text NOT NULL CHECK (bank_name <> ''),
  account_name text NOT NULL CHECK (account_name <> ''),
  account_number text NOT NULL CHECK (account_number <> ''),
  updated_by bigint REFERENCES users ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX seller_bank_details_updated_by_idx ON seller_bank_details (updated_by);

-- Where the platform pays a seller. Account number and holder are encrypted with the application's secret
-- (AES-256-GCM, bound to the seller); the seller can read the bank and the last four digits.
CREATE TABLE payout_banks (
  seller_id bigint PRIMARY KEY REFERENCES sellers,
  bank_name text NOT NULL CHECK (bank_name <> ''),
  account_ends_with text NOT NULL CHECK (account_ends_with ~ '^\d{4}$'),
  details_encrypted bytea NOT NULL,
  saved_at timestamptz NOT NULL
);

-- When each bank account for payouts was entered.
CREATE VIEW payout_bank_ages AS
SELECT seller_id, saved_at FROM payout_banks;

-- A seller with names: `name` is that of the business or of the person who teaches alone; null for the platform, and for a person
-- without a name. Pages show `shown_name`. The document columns are for receipts and invoices, also of erased accounts.
CREATE VIEW seller_cards AS
SELECT s.id, s.business_id, s.user_id, s.is_platform, s.tax_basis_points, s.fee_basis_points, s.money_back_days, s.money_back_percent,
       coalesce(b.name, CASE WHEN u.erased_at IS NULL THEN u.name END) AS name,
       CASE WHEN s.is_platform THEN 'Apogee' ELSE coalesce(b.name, CASE WHEN u.erased_at IS NULL THEN u.name END) END AS shown_name,
       coalesce(b.name, u.name, u.email::text, 'Apogee') AS document_name,
       coalesce(b.email::text, u.email::text, '') AS document_email, coalesce(b.address, '') AS document_address,
       s.selling_state
  FROM sellers s LEFT JOIN businesses b ON b.id = s.business_id LEFT JOIN users u ON u.id = s.user_id;

-- The people who act for a seller: the admins of the business, the person who teaches alone, the superadmins for the platform.
CREATE VIEW seller_people AS
SELECT s.id AS seller_id, s.is_platform, u.id AS user_id, u.email, u.name, u.language, u.email_verified_at
  FROM sellers s JOIN users u ON u.erased_at IS NULL
   AND (u.id = s.user_id OR (s.is_platform AND u.role = 'superadmin') OR (u.business_id = s.business_id AND u.role = 'admin'));

CREATE FUNCTION refuse_change_of_seller_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Append-only.
CREATE TABLE seller_state_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  from_state text NOT NULL CHECK (from_state IN ('applied', 'approved', 'limited', 'suspended')),
  to_state text NOT NULL CHECK (to_state IN ('approved', 'limited', 'suspended')),
  daily_limit_cents integer,
  -- For the seller; null: an approval without one.
  reason text CHECK (length(reason) BETWEEN 10 AND 500),
  -- For superadmins.
  note text CHECK (length(note) BETWEEN 1 AND 2000),
  changed_by bigint NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL,
  CHECK (reason IS NOT NULL OR to_state = 'approved')
);
CREATE INDEX seller_state_changes_changed_by_idx ON seller_state_changes (changed_by);
CREATE INDEX seller_state_changes_seller_idx ON seller_state_changes (seller_id, id DESC);
CREATE TRIGGER seller_state_changes_kept BEFORE UPDATE OR DELETE ON seller_state_changes FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_seller_records();

-- What superadmins wrote about a seller, for superadmins. Append-only.
CREATE TABLE seller_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  written_by bigint NOT NULL REFERENCES users,
  written_at timestamptz NOT NULL,
  -- Chosen by the browser, so that a repeated request adds no second note.
  client_key text NOT NULL,
  UNIQUE (seller_id, client_key)
);
CREATE INDEX seller_notes_seller_idx ON seller_notes (seller_id, id DESC);
CREATE INDEX seller_notes_written_by_idx ON seller_notes (written_by);
CREATE TRIGGER seller_notes_kept BEFORE UPDATE OR DELETE ON seller_notes FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_seller_records();

-- Unusual patterns of sellers, for superadmins (docs/decisions/sellers.md).
CREATE TABLE seller_signals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  -- Numbers by name: what was measured when it was last seen.
  facts jsonb NOT NULL,
  opened_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by bigint REFERENCES users,
  note text CHECK (length(note) BETWEEN 1 AND 500),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CHECK ((closed_at IS NULL) = (note IS NULL))
);
CREATE INDEX seller_signals_closed_by_idx ON seller_signals (closed_by) WHERE closed_by IS NOT NULL;
CREATE INDEX seller_signals_closed_idx ON seller_signals (closed_at) WHERE closed_at IS NOT NULL;
CREATE UNIQUE INDEX seller_signals_open_idx ON seller_signals (seller_id, kind)
  WHERE closed_at IS NULL;
CREATE INDEX seller_signals_seller_idx ON seller_signals (seller_id, id DESC);

-- ==== Server: facts, events, mail, versions of edited rows

-- Facts that the server stores about itself, such as whether the demo school was loaded.
CREATE TABLE server_facts (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- Events, delivered once to each listener.
CREATE TABLE domain_events (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX domain_events_at_idx ON domain_events (at);
CREATE INDEX domain_events_kind_idx ON domain_events (kind, at DESC);

CREATE TABLE event_deliveries (
  event_id uuid NOT NULL REFERENCES domain_events ON DELETE CASCADE,
  listener text NOT NULL,
  delivered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, listener)
);

CREATE TABLE mail_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  -- Idempotency key: a mail is written once for each occasion.
  occasion text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- Language of the mail: the HTML part names it for screen readers.
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ms')),
  -- Of the headers List-Unsubscribe and List-Unsubscribe-Post (RFC 8058). Secret: deleted once sent.
  unsubscribe_url text,
  -- A mail that could not be sent before is dropped.
  expires_at timestamptz,
  -- Mails that a seller causes: the course that they are about, with the time at which they count within its budget, or the seller alone.
  course_id bigint,
  counted_at timestamptz,
  seller_id bigint,
  CONSTRAINT mail_outbox_counted_check CHECK ((course_id IS NULL) = (counted_at IS NULL))
);
-- For the mails to an address: an export and an erasure read them.
CREATE INDEX mail_outbox_recipient_idx ON mail_outbox ((recipient::citext));
CREATE INDEX mail_outbox_sent_idx ON mail_outbox (sent_at) WHERE sent_at IS NOT NULL;

-- For each edited object and field: the version at which the field last changed, by whom and when. A form sends
-- the version it was read at; a field that somebody else changed since is a conflict (policy/edits.ts).
CREATE TABLE edits (
  kind text NOT NULL CHECK (kind ~ '^[a-z-]{1,40}$'),
  object_id bigint NOT NULL,
  version integer NOT NULL DEFAULT 0 CHECK (version >= 0),
  -- { field: { "version": 3, "by": 17, "at": "2026-11-21T04:00:00.000Z" } }
  fields jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (kind, object_id)
);

-- What browsers reported as blocked by the content security policy of our pages. At most 1,000 rows: anybody may send reports.
CREATE TABLE blocked_contents (
  -- A new one with each report that is recorded: the list is by the newest report.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  directive text NOT NULL,
  -- The origin of what was blocked, or a word such as `inline`.
  blocked text NOT NULL,
  -- Paths without query and without tokens.
  page text NOT NULL,
  source text NOT NULL,
  -- Hours of a process in which it was reported.
  hours integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  UNIQUE (directive, blocked, page, source)
);

-- ==== Media

CREATE TABLE media (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  owner_id bigint NOT NULL REFERENCES users,
  business_id bigint REFERENCES businesses,
  purpose text NOT NULL CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz', 'discussion', 'archive', 'package', 'hand-in',
    'text-picture', 'signature', 'text-file', 'text-video', 'seller-document')),
  content_type text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  sha256 bytea NOT NULL,
  storage_key text NOT NULL UNIQUE,
  original_name text NOT NULL DEFAULT '',
  -- Read from the file by a job after the upload; null before that, and when the file does not state it.
  seconds double precision CHECK (seconds >= (0)::double precision),
  pages integer CHECK (pages >= 0),
  probed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Pixels of a picture; null for other files.
  width integer,
  height integer
);
CREATE INDEX media_owner_idx ON media (owner_id, id DESC);

CREATE TABLE media_captions (
  media_id bigint NOT NULL REFERENCES media ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('en', 'ms')),
  caption_media_id bigint NOT NULL REFERENCES media,
  PRIMARY KEY (media_id, language)
);
CREATE INDEX media_captions_track_idx ON media_captions (caption_media_id);

-- Smaller copies of covers and avatars in modern formats, made on the first request and deleted with their picture.
CREATE TABLE media_copies (
  media_id bigint NOT NULL REFERENCES media ON DELETE CASCADE,
  width integer NOT NULL CHECK (width > 0),
  format text NOT NULL CHECK (format IN ('avif', 'webp', 'png')),
  storage_key text NOT NULL UNIQUE,
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (media_id, width, format)
);

-- Streams in several qualities, made from uploaded lesson videos (docs/decisions/lesson-media.md).
CREATE TABLE media_streams (
  media_id bigint PRIMARY KEY REFERENCES media ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('waiting', 'making', 'ready', 'failed', 'impossible')),
  percent smallint NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  -- Why it failed or is impossible.
  problem text CHECK (problem IN ('no_ffmpeg', 'no_picture', 'too_large', 'unreadable', 'too_slow', 'interrupted', 'no_space')),
  changed_at timestamptz NOT NULL,
  CHECK ((problem IS NOT NULL) = (state IN ('failed', 'impossible')))
);

CREATE TABLE media_stream_files (
  media_id bigint NOT NULL REFERENCES media_streams ON DELETE CASCADE,
  -- The shorter side of the picture in pixels ('720'), 'audio', 'poster' or 'storyboard'.
  name text NOT NULL CHECK (name ~ '^([1-9][0-9]{1,3}|audio|poster|storyboard)$'),
  storage_key text NOT NULL UNIQUE,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  -- The segments of a quality, or the tiles of the storyboard.
  facts jsonb,
  PRIMARY KEY (media_id, name)
);

-- For the features that show lessons. `storyboard`: how its tiles are arranged.
CREATE VIEW shown_streams AS
  SELECT s.media_id, s.state, s.percent, s.problem,
         (SELECT array_agg(f.name ORDER BY length(f.name) DESC, f.name DESC) FROM media_stream_files f
           WHERE f.media_id = s.media_id) AS files,
         (SELECT f.facts FROM media_stream_files f
           WHERE f.media_id = s.media_id AND f.name = 'storyboard') AS storyboard
    FROM media_streams s;

-- For the feature that shows pictures.
CREATE VIEW stored_pictures AS
  SELECT id, public_id, width, height FROM media WHERE purpose = 'discussion';

-- For features that write and read the pictures, files and videos of texts. A trigger notes which of these a text shows.
CREATE VIEW stored_text_pictures AS
SELECT id, public_id, width, height FROM media WHERE purpose IN ('text-picture', 'text-file', 'text-video');

-- For the feature that shows them.
CREATE VIEW stored_hand_in_files AS
SELECT id, public_id, original_name, size_bytes FROM media WHERE purpose = 'hand-in';

-- For the feature that shows them.
CREATE VIEW stored_certificate_pictures AS
SELECT id, public_id FROM media WHERE purpose IN ('signature', 'avatar');

-- ==== Verification of sellers (docs/decisions/sellers.md)

-- A seller says who they are, and the platform verifies it.
CREATE TABLE seller_registrations (
  seller_id bigint PRIMARY KEY REFERENCES sellers,
  kind text NOT NULL CHECK (kind IN ('company', 'enterprise', 'society', 'individual')),
  legal_name text NOT NULL CHECK (legal_name <> ''),
  -- Sealed with the application's secret, bound to the seller: that of a person is an identity card number.
  number_encrypted bytea NOT NULL,
  number_ends_with text NOT NULL CHECK (length(number_ends_with) BETWEEN 1 AND 4),
  saved_at timestamptz NOT NULL
);

CREATE TABLE seller_contacts (
  seller_id bigint PRIMARY KEY REFERENCES sellers,
  email citext NOT NULL CHECK (email <> ''),
  phone text NOT NULL CHECK (phone <> ''),
  proven_at timestamptz,
  -- Of the code that was sent last; null when none works.
  code_digest bytea CHECK (octet_length(code_digest) = 32),
  code_expires_at timestamptz,
  code_guesses integer NOT NULL DEFAULT 0 CHECK (code_guesses >= 0),
  saved_at timestamptz NOT NULL,
  CHECK ((code_digest IS NULL) = (code_expires_at IS NULL))
);

CREATE TABLE seller_documents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  media_id bigint NOT NULL UNIQUE REFERENCES media,
  purpose text NOT NULL CHECK (purpose IN ('registration', 'bank', 'identity', 'other')),
  added_at timestamptz NOT NULL,
  -- When it was added, or the check verified: its period counts from here.
  kept_since timestamptz NOT NULL
);
CREATE INDEX seller_documents_kept_idx ON seller_documents (kept_since);
CREATE INDEX seller_documents_seller_idx ON seller_documents (seller_id);

-- For keeping files.
CREATE VIEW seller_document_files AS SELECT media_id FROM seller_documents;

-- Without a row: missing, revision 0.
CREATE TABLE seller_checks (
  seller_id bigint NOT NULL REFERENCES sellers,
  kind text NOT NULL CHECK (kind IN ('registration', 'bank', 'contact', 'documents')),
  state text NOT NULL DEFAULT 'missing' CHECK (state IN ('missing', 'submitted', 'verified', 'returned')),
  -- Grows with each change and decision, so that nobody decides on what they have not seen.
  revision integer NOT NULL DEFAULT 0,
  reason text,
  submitted_at timestamptz,
  decided_at timestamptz,
  PRIMARY KEY (seller_id, kind),
  CHECK ((state = 'returned') = (reason IS NOT NULL)),
  CHECK (state <> 'submitted' OR submitted_at IS NOT NULL)
);
CREATE INDEX seller_checks_submitted_idx ON seller_checks (seller_id) WHERE state = 'submitted';

CREATE TABLE seller_check_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  kind text NOT NULL CHECK (kind IN ('registration', 'bank', 'contact', 'documents')),
  outcome text NOT NULL CHECK (outcome IN ('verified', 'returned', 'reopened')),
  note text NOT NULL DEFAULT '',
  -- What was decided on, as it was then. Sealed, bound to the seller; null of what was reopened.
  snapshot_encrypted bytea,
  decided_by bigint REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz NOT NULL,
  CHECK ((outcome = 'reopened') = (snapshot_encrypted IS NULL))
);
CREATE INDEX seller_check_decisions_by_idx ON seller_check_decisions (decided_by);
CREATE INDEX seller_check_decisions_seller_idx ON seller_check_decisions (seller_id, id);

-- The seller changed what a check is about. A check that was verified, or waits, goes to `next`, in the transaction of the change.
CREATE FUNCTION note_seller_change(seller bigint, changed text, next text, changed_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  was text;
BEGIN
  INSERT INTO seller_checks (seller_id, kind) VALUES (seller, changed) ON CONFLICT DO NOTHING;
  SELECT c.state INTO was FROM seller_checks c WHERE c.seller_id = seller AND c.kind = changed FOR UPDATE;
  UPDATE seller_checks c
     SET revision = c.revision + 1,
         state = CASE WHEN was IN ('submitted', 'verified') THEN next ELSE was END,
         submitted_at = CASE WHEN was = 'verified' AND next = 'submitted' THEN changed_at ELSE c.submitted_at END
   WHERE c.seller_id = seller AND c.kind = changed;
  IF was = 'verified' THEN
    INSERT INTO seller_check_decisions (seller_id, kind, outcome, decided_at) VALUES (seller, changed, 'reopened', changed_at);
  END IF;
END
$$;

-- Each save is another account, and writes saved_at. Sealing the stored one anew does not.
CREATE FUNCTION note_payout_bank_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_seller_change(NEW.seller_id, 'bank', 'submitted', NEW.saved_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER payout_banks_check AFTER INSERT OR UPDATE OF saved_at ON payout_banks FOR EACH ROW
  EXECUTE FUNCTION note_payout_bank_change();

-- ==== Courses: what authors make

CREATE TABLE courses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  created_by bigint NOT NULL REFERENCES users,
  instructor_id bigint NOT NULL REFERENCES users,
  title text NOT NULL CHECK (title <> '' AND length(title) <= 200),
  description text NOT NULL CHECK (length(description) <= 20000),
  image_id bigint REFERENCES media,
  price_cents integer NOT NULL DEFAULT 0 CHECK (price_cents >= 0 AND price_cents <= 1000000),
  is_private boolean NOT NULL DEFAULT false,
  category text CHECK (category IN ('Programming', 'Design', 'Business', 'Data Science', 'Marketing', 'AI & ML')),
  outcomes jsonb NOT NULL DEFAULT '[]',
  faq jsonb NOT NULL DEFAULT '[]',
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- True when the seller's leaving archived the course: it is restored if they return within the grace period. Courses that
  -- were archived before stay archived.
  archived_by_leaving boolean NOT NULL DEFAULT false,
  subtitle text NOT NULL DEFAULT '' CHECK (length(subtitle) <= 160),
  requirements jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(requirements) = 'array'),
  audience jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(audience) = 'array'),
  plan_lines jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(plan_lines) = 'array'),
  student_count integer NOT NULL DEFAULT 0 CHECK (student_count >= 0),
  -- 1,000 × the mean of the visible stars and three more of 3.5, so that a single review does not lead the list; 0 without reviews.
  -- A job updates student_count and rating_score, so that enrolling and reviewing do not wait for a count.
  rating_score integer NOT NULL DEFAULT 0 CHECK (rating_score >= 0),
  -- A timed price below the list price. Null start: already running; null end: until it is removed.
  sale_price_cents integer,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  is_draft boolean NOT NULL DEFAULT false,
  -- Can be sold and granted. The only definition of 'published' for a course.
  is_published boolean GENERATED ALWAYS AS (((NOT is_draft) AND (archived_at IS NULL))) STORED NOT NULL,
  -- Published, public and not withheld: listed in catalogue, marketplace, sitemap and counts. A trigger writes it, because an expression
  -- cannot read the seller's row.
  is_listed boolean NOT NULL,
  -- Whether lessons without an exercise of their own offer a scratchpad.
  has_scratchpad boolean NOT NULL DEFAULT true,
  -- The language of a course's lessons and what it asks of its learners; null: unknown.
  language text CHECK (language IN ('en', 'ms')),
  level text CHECK (level IN ('beginner', 'intermediate', 'advanced', 'all_levels')),
  -- When published contents of a course last changed, for its sales page. Null: the newest published item says it.
  contents_changed_at timestamptz,
  -- What the marketplace filters by besides category and price (docs/decisions/sales-page.md). A job writes the minutes and the rating.
  -- Of published videos and documents, as cards show it; null: not counted yet.
  minutes integer,
  -- When the job counts the minutes; null: nothing has changed.
  length_due_at timestamptz DEFAULT now(),
  -- Ten times the average that cards show, 45 for 4.5; 0 without reviews.
  rating_tenths smallint NOT NULL DEFAULT 0,
  -- Whether learners may keep the videos of a course on a device (docs/decisions/offline-study.md).
  allows_offline_video boolean NOT NULL DEFAULT false,
  -- How long access lasts, in days or in months; neither: for ever (docs/decisions/access-periods.md).
  access_days smallint CHECK (access_days BETWEEN 1 AND 3650),
  access_months smallint CHECK (access_months BETWEEN 1 AND 120),
  -- Courses of a suspended seller are in no list, search or sitemap.
  is_withheld boolean NOT NULL DEFAULT false,
  CONSTRAINT courses_check CHECK ((NOT archived_by_leaving) OR archived_at IS NOT NULL),
  CONSTRAINT courses_sale_below_list CHECK (sale_price_cents > 0 AND sale_price_cents < price_cents),
  CONSTRAINT courses_sale_has_price CHECK (sale_price_cents IS NOT NULL OR (sale_starts_at IS NULL AND sale_ends_at IS NULL)),
  CONSTRAINT courses_sale_period CHECK (sale_starts_at < sale_ends_at),
  CONSTRAINT courses_one_access_length CHECK (access_days IS NULL OR access_months IS NULL)
);
-- Includes archived courses: their authors see them.
CREATE INDEX courses_creator_idx ON courses (created_by, id DESC);
CREATE INDEX courses_description_trgm ON courses USING gin (description gin_trgm_ops);
CREATE INDEX courses_free_category_idx ON courses (category, id DESC)
  WHERE is_listed AND price_cents = 0;
-- Free courses with and without a category, and private courses for those who may see them.
CREATE INDEX courses_free_idx ON courses (id DESC) WHERE is_listed AND price_cents = 0;
-- Finds what a file is used for, to decide who may download it.
CREATE INDEX courses_image_idx ON courses (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX courses_instructor_idx ON courses (instructor_id, id DESC);
-- The courses whose length is to be counted; after the first runs there are few.
CREATE INDEX courses_length_due_idx ON courses (length_due_at) WHERE length_due_at IS NOT NULL;
CREATE INDEX courses_price_category_idx ON courses (category, price_cents, id) WHERE is_listed;
CREATE INDEX courses_price_idx ON courses (price_cents, id) WHERE is_listed;
CREATE INDEX courses_private_idx ON courses (id DESC) WHERE is_published AND is_private;
CREATE INDEX courses_public_category_idx ON courses (category, id DESC) WHERE is_listed;
-- The public list, newest first, with and without a category.
CREATE INDEX courses_public_idx ON courses (id DESC) WHERE is_listed;
-- A sales page names how many public courses and learners the instructor has.
CREATE INDEX courses_public_instructor_idx ON courses (instructor_id) INCLUDE (student_count)
  WHERE is_listed;
-- Related courses of the same seller.
CREATE INDEX courses_public_seller_idx ON courses (seller_id, id DESC) WHERE is_listed;
CREATE INDEX courses_rating_category_idx ON courses (category, rating_score, id) WHERE is_listed;
CREATE INDEX courses_rating_idx ON courses (rating_score, id) WHERE is_listed;
CREATE INDEX courses_seller_idx ON courses (seller_id, id DESC);
CREATE INDEX courses_students_category_idx ON courses (category, student_count, id) WHERE is_listed;
CREATE INDEX courses_students_idx ON courses (student_count, id) WHERE is_listed;
CREATE INDEX courses_title_trgm ON courses USING gin (title gin_trgm_ops);
CREATE TRIGGER courses_inserted_tell AFTER INSERT ON courses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER courses_updated_tell AFTER UPDATE ON courses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER courses_deleted_tell AFTER DELETE ON courses REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();

CREATE FUNCTION note_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Whoever changes the state of the seller holds this lock exclusively, and withholds the courses that exist by then.
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('seller state', NEW.seller_id));
    NEW.is_withheld := EXISTS (SELECT FROM sellers s WHERE s.id = NEW.seller_id AND s.selling_state = 'suspended');
  END IF;
  NEW.is_listed := NOT (NEW.is_draft OR NEW.archived_at IS NOT NULL OR NEW.is_private OR NEW.is_withheld);
  RETURN NEW;
END $$;
CREATE TRIGGER courses_listed_on_insert BEFORE INSERT ON courses FOR EACH ROW EXECUTE FUNCTION note_listed();
CREATE TRIGGER courses_listed_on_update BEFORE UPDATE OF is_draft, archived_at, is_private, is_withheld ON courses FOR EACH ROW
  EXECUTE FUNCTION note_listed();

CREATE FUNCTION withhold_courses_of_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses SET is_withheld = NEW.selling_state = 'suspended'
   WHERE seller_id = NEW.id AND is_withheld <> (NEW.selling_state = 'suspended');
  RETURN NULL;
END $$;
CREATE TRIGGER sellers_suspended AFTER UPDATE OF selling_state ON sellers FOR EACH ROW
  WHEN ((OLD.selling_state = 'suspended') <> (NEW.selling_state = 'suspended')) EXECUTE FUNCTION withhold_courses_of_seller();

-- A person who stops teaching for a seller (deleted, leaving, removed from the team, another role) is replaced as instructor of
-- the seller's courses: by the longest-serving admin of the business, the seller, or a superadmin for the platform's own courses.
-- A course without a possible instructor is archived. A trigger, so that every statement that causes it is covered.
CREATE FUNCTION replace_gone_instructor(gone_id bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Purchases lock courses in the same order.
  PERFORM 1 FROM courses WHERE instructor_id = gone_id ORDER BY id FOR NO KEY UPDATE;
  UPDATE courses c
     SET instructor_id = coalesce(heir.id, c.instructor_id),
         archived_at = CASE WHEN heir.id IS NULL THEN now() ELSE c.archived_at END,
         updated_at = now()
    FROM users gone, sellers s,
         LATERAL (SELECT (
           SELECT u.id FROM users u
            WHERE u.id <> gone_id AND u.erased_at IS NULL AND u.erase_after IS NULL
              AND CASE WHEN s.business_id IS NOT NULL THEN u.role = 'admin' AND u.business_id = s.business_id
                       WHEN s.is_platform THEN u.role = 'superadmin'
                       ELSE u.id = s.user_id AND u.role <> 'student' END
            ORDER BY u.id LIMIT 1) AS id) heir
   WHERE gone.id = gone_id AND c.instructor_id = gone_id AND s.id = c.seller_id
     AND (gone.role = 'student' OR gone.erased_at IS NOT NULL OR gone.erase_after IS NOT NULL
          OR (s.business_id IS NOT NULL AND gone.role <> 'superadmin'
              AND gone.business_id IS DISTINCT FROM s.business_id))
     AND (heir.id IS NOT NULL OR c.archived_at IS NULL);
END $$;

CREATE FUNCTION instructor_has_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM replace_gone_instructor(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER instructors_replaced AFTER UPDATE OF role, business_id, erase_after, erased_at ON users FOR EACH ROW
  WHEN (OLD.role <> 'student' AND (OLD.role IS DISTINCT FROM NEW.role OR OLD.business_id IS DISTINCT FROM NEW.business_id
                                   OR OLD.erase_after IS DISTINCT FROM NEW.erase_after OR OLD.erased_at IS DISTINCT FROM NEW.erased_at))
  EXECUTE FUNCTION instructor_has_changed();

-- Courses in every state. `is_published` and `is_listed` say who may see them (docs/decisions/course-editing.md).
CREATE VIEW course_cards AS
SELECT id, title, description, category, image_id, price_cents, sale_price_cents, sale_starts_at, sale_ends_at,
       is_private, is_draft, archived_at, is_published, is_listed, seller_id, created_by, instructor_id,
       student_count, rating_score, has_scratchpad, created_at, updated_at, language, level, contents_changed_at, minutes, rating_tenths,
       allows_offline_video, access_days, access_months, is_withheld
  FROM courses;

-- Public courses counted by category and price, so that a list knows its total without counting rows.
CREATE TABLE public_course_counts (
  category text NOT NULL,
  is_free boolean NOT NULL,
  courses bigint NOT NULL,
  PRIMARY KEY (category, is_free)
);

CREATE FUNCTION count_public_courses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.is_listed;
  is_now boolean := TG_OP <> 'DELETE' AND NEW.is_listed;
BEGIN
  IF was AND is_now AND OLD.category IS NOT DISTINCT FROM NEW.category AND (OLD.price_cents = 0) = (NEW.price_cents = 0) THEN
    RETURN NULL;
  END IF;
  IF was THEN
    UPDATE public_course_counts SET courses = courses - 1
     WHERE category = coalesce(OLD.category, '') AND is_free = (OLD.price_cents = 0);
  END IF;
  IF is_now THEN
    INSERT INTO public_course_counts VALUES (coalesce(NEW.category, ''), NEW.price_cents = 0, 1)
    ON CONFLICT (category, is_free) DO UPDATE SET courses = public_course_counts.courses + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER courses_counted AFTER INSERT OR DELETE OR UPDATE ON courses FOR EACH ROW EXECUTE FUNCTION count_public_courses();

-- Public courses by category and price, for other features.
CREATE VIEW listed_course_counts AS SELECT category, is_free, courses FROM public_course_counts;

CREATE TABLE course_contents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  title text NOT NULL CHECK (title <> ''),
  description text NOT NULL DEFAULT '',
  kind text NOT NULL DEFAULT 'chapter' CHECK (kind = 'chapter'),
  sort_order integer NOT NULL CHECK (sort_order >= 0),
  is_published boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Modules and resources that were removed, and can be restored for a while (docs/decisions/course-editing.md). While removed they are not
  -- published, so nobody but their authors could see them.
  removed_at timestamptz,
  was_published boolean NOT NULL DEFAULT false,
  -- Modules that open to learners later: some days after their enrolment, or on a day (docs/decisions/course-openings.md). Days begin at
  -- midnight in Malaysia.
  opens_after_days smallint CHECK (opens_after_days BETWEEN 1 AND 730),
  opens_on date,
  CONSTRAINT course_contents_one_opening CHECK (opens_after_days IS NULL OR opens_on IS NULL)
);
CREATE INDEX course_contents_course_idx ON course_contents (course_id, sort_order, id);
CREATE TRIGGER course_contents_inserted_tell AFTER INSERT ON course_contents REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER course_contents_updated_tell AFTER UPDATE ON course_contents REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER course_contents_deleted_tell AFTER DELETE ON course_contents REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();

CREATE TABLE course_resources (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content_id bigint NOT NULL REFERENCES course_contents ON DELETE CASCADE,
  media_id bigint REFERENCES media,
  title text NOT NULL,
  file_type text NOT NULL CHECK (file_type IN ('video', 'pdf', 'document', 'quiz', 'reading', 'assignment', 'other')),
  sort_order integer NOT NULL CHECK (sort_order >= 0),
  is_published boolean NOT NULL DEFAULT true,
  is_preview boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Practice below a lesson (contracts/practice.ts): the author's exercise, a scratchpad or nothing.
  practice jsonb NOT NULL DEFAULT '{"kind": "default"}',
  -- The least percentage that completes a quiz, by the author's rule; null: submitting completes it (docs/decisions/quizzes.md).
  pass_percentage smallint CHECK (pass_percentage BETWEEN 1 AND 100),
  -- The chapters of a video (packages/contracts/src/courses/chapters.ts); null: it has none.
  chapters jsonb,
  -- Of the text that learners read; null: the lesson is no text.
  words integer CHECK (words >= 0),
  removed_at timestamptz,
  was_published boolean NOT NULL DEFAULT false,
  -- The resource that this one was copied from; it may be gone. A copied quiz has its questions from there
  -- (docs/decisions/quizzes.md).
  copied_from bigint
);
CREATE INDEX course_resources_content_idx ON course_resources (content_id, sort_order, id);
CREATE INDEX course_resources_media_idx ON course_resources (media_id);
CREATE TRIGGER course_resources_inserted_tell AFTER INSERT ON course_resources REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER course_resources_updated_tell AFTER UPDATE ON course_resources REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER course_resources_deleted_tell AFTER DELETE ON course_resources REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();

-- Modules and resources, drafts included: `is_published` is the only place that says which of them learners see.
CREATE VIEW outline_modules AS
SELECT id, course_id, title, sort_order, is_published, opens_after_days, opens_on FROM course_contents;

-- `is_required`: what counts as a lesson in a course with videos: the videos, and the quizzes with a pass mark.
CREATE VIEW outline_resources AS
SELECT r.id, r.content_id, m.course_id, r.media_id, r.title, r.file_type, r.is_preview,
       m.is_published AND r.is_published AS is_published, m.sort_order AS module_sort_order, r.sort_order,
       r.pass_percentage, r.file_type = 'video' OR r.pass_percentage IS NOT NULL AS is_required, r.words
  FROM course_resources r JOIN course_contents m ON m.id = r.content_id;

CREATE VIEW published_modules AS
SELECT id, course_id, title, sort_order, opens_after_days, opens_on FROM outline_modules WHERE is_published;

-- What learners see of a course, in the order of (module_sort_order, content_id, sort_order, id).
CREATE VIEW published_resources AS
SELECT id, content_id, course_id, media_id, title, file_type, is_preview, module_sort_order, sort_order, pass_percentage, is_required,
       words
  FROM outline_resources WHERE is_published;

-- Videos that learners see of a course; `seconds` is null while the length is unknown.
CREATE VIEW published_videos AS
SELECT r.id, r.course_id, m.seconds
  FROM published_resources r LEFT JOIN media m ON m.id = r.media_id
 WHERE r.file_type = 'video';

-- Quizzes for those who edit them, published or not.
CREATE VIEW quiz_items AS
SELECT r.id, m.course_id, r.title, r.is_published, m.is_published AS is_module_published, r.media_id, r.copied_from
  FROM course_resources r JOIN course_contents m ON m.id = r.content_id
 WHERE r.file_type = 'quiz';

-- What progress counts: the required items of a course with videos; all published items of one without.
CREATE VIEW lessons AS
SELECT r.id, r.course_id FROM published_resources r
 WHERE r.is_required
    OR NOT EXISTS (SELECT FROM published_resources v WHERE v.course_id = r.course_id AND v.file_type = 'video');

-- Lessons that are texts (docs/decisions/texts.md).
CREATE TABLE lesson_texts (
  resource_id bigint PRIMARY KEY REFERENCES course_resources ON DELETE CASCADE,
  -- What learners read (contracts/lesson-document.ts).
  document jsonb NOT NULL,
  -- Changes that learners do not see yet; null: none.
  draft jsonb,
  saved_at timestamptz NOT NULL
);

-- Which lessons show a picture, a file or a video, in what learners read or in the draft. The trigger below writes it.
CREATE TABLE lesson_text_pictures (
  resource_id bigint NOT NULL REFERENCES lesson_texts ON DELETE CASCADE,
  -- The file stays while a text shows it.
  media_id bigint NOT NULL REFERENCES media,
  PRIMARY KEY (resource_id, media_id)
);
CREATE INDEX lesson_text_pictures_media_idx ON lesson_text_pictures (media_id);

CREATE FUNCTION note_text_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown text[] := ARRAY(
    SELECT DISTINCT file #>> '{}'
      FROM unnest(ARRAY[NEW.document, NEW.draft]) AS text (tree),
           jsonb_path_query(text.tree,
             'strict $.**?(@.type == "picture" || @.type == "attachment" || @.type == "video").attrs.file', '{}', true) AS file);
BEGIN
  DELETE FROM lesson_text_pictures p
   WHERE p.resource_id = NEW.resource_id
     AND NOT EXISTS (SELECT FROM stored_text_pictures s WHERE s.id = p.media_id AND s.public_id = ANY (shown));
  INSERT INTO lesson_text_pictures (resource_id, media_id)
  SELECT NEW.resource_id, s.id FROM stored_text_pictures s WHERE s.public_id = ANY (shown)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER lesson_texts_pictures AFTER INSERT OR UPDATE OF document, draft ON lesson_texts FOR EACH ROW
  EXECUTE FUNCTION note_text_pictures();

-- For showing, opening and keeping files: which texts show them. Only pictures and videos have a width and a height. `seconds`: the length
-- of a video, once it is known.
CREATE VIEW shown_text_pictures AS
SELECT p.resource_id, p.media_id, m.public_id, m.width, m.height, m.purpose, m.original_name, m.size_bytes, m.seconds
  FROM lesson_text_pictures p JOIN media m ON m.id = p.media_id;

-- Each rule by which a module opened or opens later, so that a learner hears once of each opening, and of none that changed nothing
-- (docs/decisions/course-openings.md). Written by triggers.
CREATE TABLE module_opening_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content_id bigint NOT NULL REFERENCES course_contents ON DELETE CASCADE,
  -- Until the next rule of the module.
  set_at timestamptz NOT NULL,
  -- Neither: the module opens with the enrolment.
  opens_after_days smallint,
  opens_on date
);
CREATE INDEX module_opening_rules_content_idx ON module_opening_rules (content_id, id);

CREATE FUNCTION note_module_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO module_opening_rules (content_id, set_at, opens_after_days, opens_on)
  VALUES (NEW.id, clock_timestamp(), NEW.opens_after_days, NEW.opens_on);
  RETURN NULL;
END $$;
CREATE TRIGGER module_openings_inserted AFTER INSERT ON course_contents FOR EACH ROW
  WHEN (NEW.opens_after_days IS NOT NULL OR NEW.opens_on IS NOT NULL) EXECUTE FUNCTION note_module_opening();
CREATE TRIGGER module_openings_updated AFTER UPDATE OF opens_after_days, opens_on ON course_contents FOR EACH ROW
  WHEN (OLD.opens_after_days IS DISTINCT FROM NEW.opens_after_days OR OLD.opens_on IS DISTINCT FROM NEW.opens_on)
  EXECUTE FUNCTION note_module_opening();

-- Null: with the enrolment. As in module_openings.
CREATE FUNCTION module_opens_at(granted_at timestamptz, after_days smallint, opens_on date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(opens_on, (granted_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date + after_days)::timestamp AT TIME ZONE 'Asia/Kuala_Lumpur'
$$;

-- Each rule with the one before and the moment of the next. Null before: the module was open.
CREATE VIEW module_rules AS
SELECT r.id, r.content_id, r.set_at, r.opens_after_days, r.opens_on,
       r.content_id || '/' || r.id AS occasion,
       before.opens_after_days AS after_days_before, before.opens_on AS opens_on_before,
       (SELECT n.set_at FROM module_opening_rules n WHERE n.content_id = r.content_id AND n.id > r.id ORDER BY n.id LIMIT 1) AS ended_at
  FROM module_opening_rules r
  LEFT JOIN LATERAL (
    SELECT b.opens_after_days, b.opens_on FROM module_opening_rules b
     WHERE b.content_id = r.content_id AND b.id < r.id ORDER BY b.id DESC LIMIT 1) before ON true;

-- Courses that come in as archives (docs/decisions/course-archives.md). The archive is a file like any other upload.
CREATE TABLE course_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The archive; null once it has been read, or was removed.
  media_id bigint REFERENCES media ON DELETE SET NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('examining', 'refused', 'ready', 'importing', 'done')),
  -- Why it is refused: path and reason of each problem.
  problems jsonb NOT NULL DEFAULT '[]',
  -- What an examined archive would create; null before.
  plan jsonb,
  -- Files that are stored already, by their path in the archive, so that an interrupted import continues.
  stored jsonb NOT NULL DEFAULT '{}',
  course_id bigint REFERENCES courses ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX course_imports_course_idx ON course_imports (course_id);
CREATE INDEX course_imports_media_idx ON course_imports (media_id);
CREATE UNIQUE INDEX course_imports_running_idx ON course_imports (user_id)
  WHERE state IN ('examining', 'importing');
-- One at a time; also for 'the latest of a person'.
CREATE INDEX course_imports_user_idx ON course_imports (user_id, id);

-- ==== Search of courses (docs/decisions/lists-and-search.md)

-- How texts and searched words are compared: without case and accents, any space as one blank. Needs no extension: PostgreSQL
-- decomposes letters itself, except those that Unicode does not decompose.
CREATE FUNCTION search_form(written text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(translate(
      regexp_replace(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g'),
      'ØøŁłĐđĦħŦŧı', 'OoLlDdHhTti'));

-- Every one, two and three characters in a row of each word of a form, and each short word between blanks: what the index holds. Unlike
-- pg_trgm this finds one letter, `c#` and `编程`. The cost keeps the planner from computing it while a table is scanned.
-- A long word is cut first, into pieces that overlap by two characters: substr() counts characters from the beginning, so the grams of a
-- word of 20,000 characters would take 5 seconds.
CREATE FUNCTION search_grams(form text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
    RETURN ARRAY(
      SELECT DISTINCT gram FROM (SELECT DISTINCT word FROM string_to_table(form, ' ') word) words
       CROSS JOIN LATERAL (
         SELECT substr(piece, place, size)
           FROM generate_series(1, length(word), 100) start
          CROSS JOIN LATERAL (SELECT substr(word, start, 102) piece OFFSET 0) pieces
          CROSS JOIN generate_series(1, least(100, length(piece))) place CROSS JOIN generate_series(1, 3) size
          WHERE place + size <= length(piece) + 1
         UNION ALL
         SELECT ' ' || short || ' ' FROM regexp_split_to_table(word, '[^a-z0-9]+') short WHERE length(short) BETWEEN 1 AND 3
       ) found (gram));

-- The grams that a text with these words must have: a word of up to three characters itself, of a longer one every third.
CREATE FUNCTION search_keys(form text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ARRAY(
      SELECT DISTINCT substr(word, least(place, greatest(length(word) - 2, 1)), 3)
        FROM string_to_table(form, ' ') word CROSS JOIN LATERAL generate_series(1, length(word), 3) place);

-- Two facets for 4.5 and more: a search names the facets that a course must have.
CREATE FUNCTION course_facets(c courses) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_remove(ARRAY[
      CASE WHEN c.is_listed THEN '=listed' WHEN c.is_published THEN '=private' ELSE '=hidden' END,
      '=' || coalesce(c.category, ''), CASE WHEN c.price_cents = 0 THEN '=free' ELSE '=paid' END,
      '=language ' || c.language, '=level ' || c.level,
      CASE WHEN c.minutes > 360 THEN '=length over-6h' WHEN c.minutes >= 120 THEN '=length 2-6h'
           WHEN c.minutes > 0 THEN '=length under-2h' END,
      CASE WHEN c.rating_tenths >= 40 THEN '=rating 4' END, CASE WHEN c.rating_tenths >= 45 THEN '=rating 4.5' END], NULL);

CREATE FUNCTION words_to_suggest(title text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    BEGIN ATOMIC
      SELECT DISTINCT word FROM regexp_split_to_table(search_form(title), '[^a-z]+') word WHERE length(word) BETWEEN 4 AND 40;
    END;

-- What a search of courses reads. A table of its own: figures of courses change often, their texts seldom.
CREATE TABLE course_search (
  course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
  -- Title and description.
  form text NOT NULL,
  -- What a list is narrowed to: `=listed` or `=private` when published, the category, `=free` or `=paid`. No gram is that long.
  facets text[] NOT NULL
);
-- Without a list of pending entries, which each search would read to its end.
CREATE INDEX course_search_grams ON course_search USING gin ((search_grams(form) || facets)) WITH (fastupdate = off);
-- The planner assumes few rows for every search, so that the plan never depends on the words; ANALYZE need not compute all grams.
ALTER INDEX course_search_grams ALTER COLUMN 1 SET STATISTICS 0;

-- Words of titles of listed courses, for near spellings. A word stays when its last course is gone: what is shown is searched first.
CREATE TABLE course_words (
  word text PRIMARY KEY
);
CREATE INDEX course_words_trgm ON course_words USING gin (word gin_trgm_ops);

CREATE FUNCTION course_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO course_search VALUES (NEW.id, search_form(NEW.title || ' ' || NEW.description), course_facets(NEW))
  ON CONFLICT (course_id) DO UPDATE SET form = excluded.form, facets = excluded.facets;
  IF NEW.is_listed THEN
    -- In one order everywhere, so that two transactions do not wait for each other.
    INSERT INTO course_words SELECT word FROM words_to_suggest(NEW.title) word ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER course_search_inserted AFTER INSERT ON courses FOR EACH ROW EXECUTE FUNCTION course_search_changed();
CREATE TRIGGER course_search_updated AFTER UPDATE ON courses FOR EACH ROW
  WHEN (OLD.title <> NEW.title OR OLD.description <> NEW.description OR OLD.is_listed <> NEW.is_listed
     OR course_facets(OLD) <> course_facets(NEW))
  EXECUTE FUNCTION course_search_changed();

-- ==== Cohorts (docs/decisions/course-openings.md)

-- Cohorts of a course: the same course several times, with dates and places. Days are those of Malaysia.
CREATE TABLE cohorts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- The contents open to its members at the start of this day.
  starts_on date NOT NULL,
  -- Null: without an end.
  ends_on date CHECK (ends_on >= starts_on),
  -- Null: without a limit.
  places integer CHECK (places BETWEEN 1 AND 100000),
  -- The last day on which people may choose it.
  closes_on date NOT NULL CHECK (closes_on <= starts_on),
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE INDEX cohorts_course_idx ON cohorts (course_id, starts_on);
CREATE TRIGGER cohorts_inserted_tell AFTER INSERT ON cohorts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER cohorts_updated_tell AFTER UPDATE ON cohorts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();

-- Whether a course with cohorts may be taken at once while none of them is open. No row: yes.
CREATE TABLE cohort_options (
  course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
  self_paced boolean NOT NULL
);

-- Cohorts as everybody may read them.
CREATE VIEW course_cohorts AS
SELECT id, course_id, name, starts_on, ends_on FROM cohorts WHERE removed_at IS NULL;

-- Removed ones, too: what was written to them is still named.
CREATE VIEW cohort_names AS
SELECT id, name, removed_at IS NOT NULL AS is_removed FROM cohorts;

-- Whether something for a cohort (null: any), or for learners without one, is for a learner of this cohort (null: none).
CREATE FUNCTION is_in_audience(cohort_id bigint, is_without_cohort boolean, learners_cohort bigint) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      CASE WHEN is_without_cohort THEN learners_cohort IS NULL ELSE coalesce(cohort_id = learners_cohort, cohort_id IS NULL) END;

-- ==== Enrolments

-- The last second of the day in Malaysia on which a period ends that begins at `since`; null without a length.
CREATE FUNCTION access_end(since timestamptz, days integer, months integer) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN days IS NOT NULL OR months IS NOT NULL THEN
      ((since AT TIME ZONE 'Asia/Kuala_Lumpur')::date + make_interval(months => coalesce(months, 0), days => coalesce(days, 0) + 1)
        - interval '1 second') AT TIME ZONE 'Asia/Kuala_Lumpur' END;

-- The one rule of whether access that ends at this time is open now; null: for ever.
CREATE FUNCTION access_is_open(ends_at timestamptz) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ends_at IS NULL OR ends_at > now();

-- Whether access with this end may be bought again at that time: in the last fifth of a period that began at `since`, at most its last
-- 14 days, and after its end. Access for ever never.
CREATE FUNCTION access_is_renewable(ends_at timestamptz, since timestamptz, at timestamptz) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(at >= ends_at - least(interval '14 days', greatest(interval '0', (ends_at - since) / 5)), false);

CREATE TABLE enrolments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  course_id bigint NOT NULL REFERENCES courses,
  source text NOT NULL CHECK (source IN ('free', 'purchase', 'invitation', 'granted')),
  granted_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  last_accessed_at timestamptz,
  archived_at timestamptz,
  -- Equal to revoked_at while the access was removed by the course's people: a refund ends an enrolment without it, and a new grant
  -- ends both.
  removed_at timestamptz,
  -- Null: for ever.
  access_ends_at timestamptz,
  -- The start of the period that was given last: with access_ends_at what a purchase has added.
  access_from timestamptz,
  -- When a period was last added to it; null: not since it was granted.
  renewed_at timestamptz,
  -- Days before this end on which the learner was reminded last; null: not yet.
  reminded_days smallint,
  visit_source text CHECK (length(visit_source) BETWEEN 1 AND 160),
  -- `starts_on` stays earlier than the cohort's start for a member who had begun before.
  cohort_id bigint REFERENCES cohorts,
  starts_on date,
  CONSTRAINT enrolments_user_id_course_id_key UNIQUE (user_id, course_id)
);
-- For the members of a cohort, and the places that payable orders hold.
CREATE INDEX enrolments_cohort_idx ON enrolments (cohort_id) WHERE cohort_id IS NOT NULL;
-- For the reminders: enrolments with an end, of which a course without an access length has none.
CREATE INDEX enrolments_ending_idx ON enrolments (access_ends_at)
  WHERE access_ends_at IS NOT NULL AND revoked_at IS NULL;
-- The newest enrolments of a course, for the studio of its seller.
CREATE INDEX enrolments_newest_idx ON enrolments (course_id, id DESC) WHERE revoked_at IS NULL;
-- Learners of courses without reading their enrolments.
CREATE INDEX enrolments_people_idx ON enrolments (course_id, user_id) INCLUDE (source, revoked_at);
COMMENT ON COLUMN enrolments.archived_at IS 'The learner has archived the course in their own list; it changes nothing else.';

-- Cached lists show how many students a course has.
CREATE FUNCTION tell_enrolments_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('courses_changed', 'enrolments');
  RETURN NULL;
END $$;
CREATE TRIGGER enrolments_changed AFTER INSERT OR DELETE OR UPDATE OF revoked_at ON enrolments
  FOR EACH STATEMENT EXECUTE FUNCTION tell_enrolments_changed();

-- Enrolments that were not revoked: access may have ended (`is_open`). `is_renewable`: may be bought again.
CREATE VIEW active_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at, archived_at, access_ends_at,
       access_is_open(access_ends_at) AS is_open,
       access_is_renewable(access_ends_at, coalesce(access_from, granted_at), now()) AS is_renewable,
       coalesce(access_from, granted_at) AS period_from, cohort_id, starts_on
  FROM enrolments WHERE revoked_at IS NULL;

-- Enrolments that give access now. A rule about the time of a whole enrolment, such as a start date, is a condition of is_open.
CREATE VIEW open_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at, archived_at, access_ends_at, cohort_id, starts_on
  FROM active_enrolments WHERE is_open;

-- The cohort of each learner with access; null: none, or one that was removed.
CREATE VIEW learner_cohorts AS
SELECT e.user_id, e.course_id, k.id AS cohort_id FROM active_enrolments e LEFT JOIN course_cohorts k ON k.id = e.cohort_id;

-- Enrolments that the course's people have ended.
CREATE VIEW removed_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at, removed_at FROM enrolments WHERE removed_at = revoked_at;

-- When each published module opens to each learner of its course; null: with the enrolment.
-- Nothing opens before the start of a member's cohort, and days after the enrolment are counted from it.
CREATE VIEW module_openings AS
SELECT e.user_id, m.id, m.course_id, m.title, m.sort_order,
       start_of_day(greatest(e.starts_on, coalesce(m.opens_on, coalesce(e.starts_on, day_in_malaysia(e.granted_at)) + m.opens_after_days)))
         AS opens_at
  FROM open_enrolments e JOIN published_modules m ON m.course_id = e.course_id;

-- Who removed access or gave it again, and why. Append-only but for the erasure of the learner.
CREATE TABLE access_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  actor_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('removed', 'restored')),
  -- '' for one that gives access again.
  reason text NOT NULL CHECK (length(reason) <= 500),
  at timestamptz NOT NULL
);
CREATE INDEX access_changes_actor_idx ON access_changes (actor_id);
CREATE INDEX access_changes_course_idx ON access_changes (course_id);
CREATE INDEX access_changes_person_idx ON access_changes (user_id, course_id, id DESC);

-- Ends that the course's people have set for one learner. Append-only but for the erasure of the learner.
CREATE TABLE access_end_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  actor_id bigint NOT NULL REFERENCES users,
  -- Null: for ever.
  ends_at timestamptz,
  reason text NOT NULL CHECK (length(reason) <= 500),
  at timestamptz NOT NULL
);
CREATE INDEX access_end_changes_actor_idx ON access_end_changes (actor_id);
CREATE INDEX access_end_changes_course_idx ON access_end_changes (course_id);
CREATE INDEX access_end_changes_person_idx ON access_end_changes (user_id, course_id, id DESC);

CREATE TABLE course_invites (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  created_by bigint NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL,
  max_uses integer CHECK (max_uses > 0),
  uses integer NOT NULL DEFAULT 0,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT course_invites_check CHECK (max_uses IS NULL OR uses <= max_uses)
);
CREATE INDEX course_invites_course_idx ON course_invites (course_id);

-- A course given by a seller to an address that is not in the seller's own business: the owner of the address accepts.
CREATE TABLE course_invitations (
  course_id bigint NOT NULL,
  email citext NOT NULL,
  granted_by bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- As the seller typed it; shown to the seller only.
  name text NOT NULL DEFAULT '',
  -- Withdrawn rows stay, so that inviting the address again mails it only within the limits, and a refusal stays in force.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
  mailed_at timestamptz,
  mails integer NOT NULL DEFAULT 0,
  declined_at timestamptz,
  accepted_by bigint REFERENCES users,
  CONSTRAINT course_invitations_course_email_key UNIQUE (course_id, email),
  CONSTRAINT waiting_enrolments_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  CONSTRAINT waiting_enrolments_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id)
);
CREATE INDEX course_invitations_accepted_by_idx ON course_invitations (accepted_by)
  WHERE accepted_by IS NOT NULL;
CREATE INDEX course_invitations_email_idx ON course_invitations (email);

-- New addresses that a seller has invited on a day in Malaysian time. The row is locked before the day's limit is checked.
CREATE TABLE course_invitation_days (
  seller_id bigint NOT NULL REFERENCES sellers ON DELETE CASCADE,
  day date NOT NULL,
  invited integer NOT NULL CHECK (invited >= 0),
  PRIMARY KEY (seller_id, day)
);

-- Courses that a person wants later.
CREATE TABLE wishlist_courses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  added_at timestamptz NOT NULL,
  UNIQUE (user_id, course_id)
);
CREATE INDEX wishlist_courses_course_idx ON wishlist_courses (course_id);

-- ==== Learning

CREATE TABLE resource_progress (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  resource_id bigint NOT NULL REFERENCES course_resources ON DELETE CASCADE,
  completed_at timestamptz,
  position_seconds double precision NOT NULL DEFAULT 0 CHECK (position_seconds >= (0)::double precision),
  -- Whole seconds that were played at least once. Their count is the watch time.
  watched int4multirange NOT NULL DEFAULT '{}'::int4multirange,
  -- Watch time that the lesson call of the specification reports, in seconds.
  watch_seconds double precision NOT NULL DEFAULT 0 CHECK (watch_seconds >= (0)::double precision),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Saves that arrive late, after a lost connection (docs/decisions/offline-study.md). When the learner set the completion and the position:
  -- an older save does not undo a newer one.
  completion_set_at timestamptz,
  position_set_at timestamptz,
  -- Reading progress in documents: the page that was reached, and the pages that were seen, counted from 1.
  page_reached integer CHECK (page_reached > 0),
  page_set_at timestamptz,
  pages_seen int4multirange NOT NULL DEFAULT '{}'::int4multirange,
  PRIMARY KEY (user_id, resource_id)
);
-- Completed lessons of all learners of a course, without reading the rows themselves.
CREATE INDEX resource_progress_completed_idx ON resource_progress (resource_id, user_id)
  WHERE completed_at IS NOT NULL;
CREATE INDEX resource_progress_resource_idx ON resource_progress (resource_id);

-- What a learner has done in each item.
CREATE VIEW learner_progress AS
SELECT user_id, resource_id, completed_at, position_seconds, watched, updated_at FROM resource_progress;

-- Weekly goals of learners (docs/decisions/achievements.md). Weeks start on Monday in the zone of learner_records.
CREATE TABLE learning_goals (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Null: no goal.
  days_per_week smallint CHECK (days_per_week BETWEEN 1 AND 7),
  -- When a learner wants to learn (docs/decisions/achievements.md), for the calendar feed and reminders.
  -- ISO weekdays, Monday is 1; none: no plan.
  weekdays smallint[] NOT NULL DEFAULT '{}' CHECK (weekdays <@ '{1,2,3,4,5,6,7}'),
  hour smallint NOT NULL DEFAULT 20 CHECK (hour BETWEEN 0 AND 23),
  -- Of the browser in which the plan was chosen.
  time_zone text NOT NULL DEFAULT 'Asia/Kuala_Lumpur',
  planned_at timestamptz,
  -- The part of the calendar's address that is not signed; null: there is no address.
  calendar_id text UNIQUE,
  -- Reminders by mail of a learning plan (docs/decisions/achievements.md).
  reminds boolean NOT NULL DEFAULT false,
  next_reminder_at timestamptz,
  reminded_at timestamptz,
  -- Reminders since the learner was last seen. Three end them.
  unanswered smallint NOT NULL DEFAULT 0
);
CREATE INDEX learning_goals_due_idx ON learning_goals (next_reminder_at) WHERE reminds;

-- Private notes and bookmarks of learners (docs/decisions/offline-study.md). `resource_id` refers to nothing: a note outlives its
-- lesson, under the title that the lesson had when the note was last saved.
CREATE TABLE lesson_notes (
  owner_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Chosen by the client, unique for each owner.
  id uuid NOT NULL,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  resource_id bigint NOT NULL,
  lesson_title text NOT NULL,
  -- Time in a video.
  position_ms integer CHECK (position_ms >= 0),
  -- Page of a document.
  page integer CHECK (page >= 1),
  -- Empty: a bookmark.
  body text NOT NULL CHECK (char_length(body) <= 5000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The block of a text lesson that a note belongs to, from 0, and how the block began when the note was made. A note without both
  -- belongs to the whole lesson, to a time or to a page.
  block int CHECK (block BETWEEN 0 AND 100000),
  quote text CHECK (length(quote) BETWEEN 1 AND 200),
  PRIMARY KEY (owner_id, id),
  CONSTRAINT lesson_notes_passage CHECK ((block IS NULL) = (quote IS NULL))
);
CREATE INDEX lesson_notes_course_idx ON lesson_notes (course_id, owner_id, resource_id);

-- A learner's code in an author's exercise (docs/decisions/practice.md). Nothing is counted from it.
CREATE TABLE exercise_work (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  resource_id bigint NOT NULL REFERENCES course_resources ON DELETE CASCADE,
  code text NOT NULL CHECK (char_length(code) <= 20000),
  -- The stored code is one that passed all checks in the learner's browser.
  is_passing boolean NOT NULL,
  -- When any code of theirs passed for the first time; it stays when they go on trying.
  passed_at timestamptz,
  -- When the learner wrote the stored code; an older one that arrives later does not replace it.
  set_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, resource_id),
  CHECK (passed_at IS NOT NULL OR NOT is_passing)
);
CREATE INDEX exercise_work_resource_idx ON exercise_work (resource_id);

-- ==== Assessments

CREATE TABLE assessments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The quiz resource that holds it. Without one it belongs to no course, and every signed-in person may take it.
  resource_id bigint UNIQUE REFERENCES course_resources ON DELETE CASCADE,
  title text NOT NULL CHECK (title <> '' AND length(title) <= 200),
  time_limit_seconds integer NOT NULL CHECK (time_limit_seconds >= 60 AND time_limit_seconds <= 28800),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What a learner sees of a graded attempt, by the author's rule (docs/decisions/quizzes.md).
  review text NOT NULL DEFAULT 'answers' CHECK (review IN ('score', 'marks', 'answers')),
  -- The published version (docs/decisions/quizzes.md). Attempts start with it.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- Changes that learners do not see yet (contracts/quiz-draft.ts); null: none.
  draft jsonb,
  saved_at timestamptz NOT NULL DEFAULT now(),
  -- Null: any number.
  attempts_allowed smallint CHECK (attempts_allowed BETWEEN 1 AND 20),
  shuffles_questions boolean NOT NULL DEFAULT false,
  shuffles_options boolean NOT NULL DEFAULT false,
  -- Quizzes draw some questions of a group for each attempt (docs/decisions/quizzes.md):
  -- [{"name": text, "draw": number}]: of the published version.
  groups jsonb NOT NULL DEFAULT '[]'
);

-- Questions that a seller keeps for its quizzes (docs/decisions/quizzes.md).
CREATE TABLE bank_questions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers ON DELETE CASCADE,
  -- As its author edits it, complete or not (contracts/quiz-draft.ts).
  question jsonb NOT NULL,
  tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 10),
  -- Counted from 1; quizzes know the revision that they copied.
  revision integer NOT NULL DEFAULT 1 CHECK (revision >= 1),
  changed_at timestamptz NOT NULL
);
CREATE INDEX bank_questions_seller_idx ON bank_questions (seller_id, id DESC);

CREATE TABLE assessment_questions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- For questions of the first version.
  assessment_id bigint REFERENCES assessments ON DELETE CASCADE,
  place integer NOT NULL CHECK (place >= 0),
  kind text NOT NULL CHECK (kind IN ('multiple-choice', 'multiple-answers', 'true-false',
    'short-answer', 'numeric', 'matching', 'ordering', 'coding', 'hand-in')),
  question text NOT NULL CHECK (question <> ''),
  points integer NOT NULL CHECK (points >= 1 AND points <= 100),
  options jsonb NOT NULL DEFAULT '[]',
  starter_code text NOT NULL DEFAULT '',
  function_name text,
  -- For questions of later versions.
  edited_assessment_id bigint REFERENCES assessments ON DELETE CASCADE,
  quiz_id bigint GENERATED ALWAYS AS (coalesce(assessment_id, edited_assessment_id)) STORED,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- Names the same question in all versions of its quiz.
  key text NOT NULL DEFAULT gen_random_uuid()::text CHECK (length(key) BETWEEN 1 AND 40),
  -- Of matching questions: what options are chosen for.
  prompts jsonb NOT NULL DEFAULT '[]',
  -- The group that the question is drawn from; null: it is always asked.
  draw_group text CHECK (length(draw_group) BETWEEN 1 AND 60),
  -- The bank's question that this one was copied from, and its revision then; it may be gone.
  bank_question_id bigint,
  bank_revision integer,
  -- Of answers that a person grades (docs/decisions/quizzes.md): how many files one may have.
  files_allowed smallint NOT NULL DEFAULT 0 CHECK (files_allowed BETWEEN 0 AND 5),
  -- {"file": the public id of an upload, "alt": words}; null: none.
  picture jsonb CHECK (picture ?& ARRAY['file', 'alt']),
  -- By option: {"file": the public id of an upload, "alt": words, "isAlone": true where only the picture is seen}, or null. Null: none.
  option_pictures jsonb CHECK (jsonb_typeof(option_pictures) = 'array'),
  CONSTRAINT assessment_questions_assessment_id_place_key UNIQUE (assessment_id, place),
  CONSTRAINT assessment_questions_check1 CHECK ((kind = 'coding') = (function_name IS NOT NULL)),
  CONSTRAINT assessment_questions_first_version CHECK ((version = 1) = (assessment_id IS NOT NULL)),
  CONSTRAINT assessment_questions_one_quiz CHECK (num_nonnulls(assessment_id, edited_assessment_id) = 1),
  CONSTRAINT assessment_questions_key UNIQUE (quiz_id, version, key),
  CONSTRAINT assessment_questions_check CHECK (
    (kind IN ('multiple-choice', 'multiple-answers', 'matching', 'ordering')) = (jsonb_array_length(options) > 0)),
  CONSTRAINT assessment_questions_prompts CHECK ((kind = 'matching') = (jsonb_array_length(prompts) > 0)),
  CONSTRAINT assessment_questions_bank CHECK (num_nulls(bank_question_id, bank_revision) IN (0, 2))
);
CREATE INDEX assessment_questions_edited ON assessment_questions (edited_assessment_id)
  WHERE edited_assessment_id IS NOT NULL;
CREATE UNIQUE INDEX assessment_questions_place ON assessment_questions (quiz_id, version, place);

-- A separate table, so that no query for learners can select an answer by mistake.
CREATE TABLE answer_keys (
  question_id bigint PRIMARY KEY REFERENCES assessment_questions ON DELETE CASCADE,
  -- multiple-choice: index of the option; true-false: the value; coding: [{ arguments, expected }]
  key jsonb NOT NULL,
  explanation text NOT NULL DEFAULT '',
  -- What is shown when this option was chosen; empty: nothing for any option.
  feedback jsonb NOT NULL DEFAULT '[]'
);

-- Which questions show a picture: of a version, of a quiz's draft, of a seller's bank. The trigger below writes it.
CREATE TABLE question_pictures (
  question_id bigint REFERENCES assessment_questions ON DELETE CASCADE,
  assessment_id bigint REFERENCES assessments ON DELETE CASCADE,
  bank_question_id bigint REFERENCES bank_questions ON DELETE CASCADE,
  -- The file stays while a question shows it.
  media_id bigint NOT NULL REFERENCES media,
  CHECK (num_nonnulls(question_id, assessment_id, bank_question_id) = 1),
  UNIQUE (question_id, media_id),
  UNIQUE (assessment_id, media_id),
  UNIQUE (bank_question_id, media_id)
);
CREATE INDEX question_pictures_media_idx ON question_pictures (media_id);

CREATE FUNCTION note_question_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tree jsonb;
  of_options jsonb;
  of_question bigint;
  of_draft bigint;
  of_bank bigint;
  shown text[];
BEGIN
  IF TG_TABLE_NAME = 'assessment_questions' THEN
    tree := jsonb_build_object('picture', NEW.picture);
    of_options := NEW.option_pictures;
    of_question := NEW.id;
  ELSIF TG_TABLE_NAME = 'assessments' THEN
    tree := NEW.draft;
    of_draft := NEW.id;
  ELSE
    tree := NEW.question;
    of_bank := NEW.id;
  END IF;
  -- In drafts and in the bank, an option holds its picture as a question does.
  shown := ARRAY(SELECT file #>> '{}' FROM jsonb_path_query(tree, 'lax $.**.picture.file') AS file
                 UNION SELECT file #>> '{}' FROM jsonb_path_query(of_options, 'lax $[*].file') AS file);
  DELETE FROM question_pictures p
   WHERE (p.question_id = of_question OR p.assessment_id = of_draft OR p.bank_question_id = of_bank)
     AND NOT EXISTS (SELECT FROM stored_text_pictures s WHERE s.id = p.media_id AND s.public_id = ANY (shown));
  INSERT INTO question_pictures (question_id, assessment_id, bank_question_id, media_id)
  SELECT of_question, of_draft, of_bank, s.id FROM stored_text_pictures s WHERE s.public_id = ANY (shown)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER assessments_pictures AFTER INSERT OR UPDATE OF draft ON assessments FOR EACH ROW
  EXECUTE FUNCTION note_question_pictures();
CREATE TRIGGER assessment_questions_pictures AFTER INSERT ON assessment_questions FOR EACH ROW
  WHEN (NEW.picture IS NOT NULL OR NEW.option_pictures IS NOT NULL) EXECUTE FUNCTION note_question_pictures();
CREATE TRIGGER assessment_questions_pictures_changed AFTER UPDATE OF picture, option_pictures ON assessment_questions FOR EACH ROW
  EXECUTE FUNCTION note_question_pictures();
CREATE TRIGGER bank_questions_pictures AFTER INSERT OR UPDATE OF question ON bank_questions FOR EACH ROW
  EXECUTE FUNCTION note_question_pictures();

-- For opening and keeping files, and for those who edit. `question_id` is null for a draft; in a bank all but `seller_id` are.
CREATE VIEW shown_question_pictures AS
SELECT p.media_id, m.public_id, m.width, m.height, a.id AS assessment_id, a.resource_id, p.question_id, q.version,
       q.version = a.version AS is_current, b.seller_id
  FROM question_pictures p
  JOIN media m ON m.id = p.media_id
  LEFT JOIN assessment_questions q ON q.id = p.question_id
  LEFT JOIN assessments a ON a.id = coalesce(p.assessment_id, q.quiz_id)
  LEFT JOIN bank_questions b ON b.id = p.bank_question_id;

CREATE TABLE attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  assessment_id bigint NOT NULL REFERENCES assessments ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  started_at timestamptz NOT NULL,
  deadline_at timestamptz NOT NULL,
  submitted_at timestamptz,
  graded_at timestamptz,
  earned_points integer,
  total_points integer NOT NULL CHECK (total_points > 0),
  percentage integer CHECK (percentage >= 0 AND percentage <= 100),
  -- Of the quiz, when the attempt began.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- The order shown: {"questions": [ids], "options": {"id": [indexes]}}; null: as written.
  shown_order jsonb,
  graded_questions smallint,
  -- The ids of the questions of this attempt; null: all of its version.
  drawn bigint[],
  -- Since when an attempt waits for a person; it stays once that person has graded. Null: it holds no hand-in.
  waiting_since timestamptz,
  CONSTRAINT attempts_user_id_assessment_id_number_key UNIQUE (user_id, assessment_id, number),
  CONSTRAINT attempts_check CHECK (deadline_at > started_at),
  CONSTRAINT attempts_check1 CHECK (submitted_at >= started_at AND submitted_at <= deadline_at),
  CONSTRAINT attempts_check2 CHECK (graded_at IS NULL OR submitted_at IS NOT NULL),
  CONSTRAINT attempts_check3 CHECK (earned_points >= 0 AND earned_points <= total_points),
  CONSTRAINT attempts_check4 CHECK (((graded_at IS NULL) = (earned_points IS NULL)) AND ((graded_at IS NULL) = (percentage IS NULL))),
  CONSTRAINT attempts_graded_version CHECK (version = 1 OR graded_at IS NULL OR graded_questions IS NOT NULL)
);
-- The best result of each learner in a quiz, in the order of the index and without the rows: for the averages of a gradebook
-- (docs/decisions/course-people.md).
CREATE INDEX attempts_best_idx ON attempts (assessment_id, user_id, percentage DESC NULLS LAST);
-- One open attempt per person and assessment.
CREATE UNIQUE INDEX attempts_open_key ON attempts (user_id, assessment_id)
  WHERE submitted_at IS NULL;
-- Attempts that the grading job still has to grade.
CREATE INDEX attempts_ungraded_idx ON attempts (deadline_at) WHERE graded_at IS NULL;
CREATE INDEX attempts_waiting_idx ON attempts (assessment_id, waiting_since)
  WHERE waiting_since IS NOT NULL;

CREATE TABLE answers (
  attempt_id bigint NOT NULL REFERENCES attempts ON DELETE CASCADE,
  question_id bigint NOT NULL REFERENCES assessment_questions ON DELETE CASCADE,
  given jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  -- Set when the attempt is graded.
  is_correct boolean,
  earned_points integer CHECK (earned_points >= 0),
  tests_passed integer CHECK (tests_passed >= 0),
  problem jsonb CHECK (length((problem)::text) <= 1000),
  PRIMARY KEY (attempt_id, question_id)
);
CREATE INDEX answers_question_idx ON answers (question_id);

-- For the averages of a gradebook (docs/decisions/course-people.md).
CREATE VIEW quiz_numbers AS
SELECT id, resource_id FROM assessments;

CREATE VIEW quiz_attempts AS
SELECT assessment_id, user_id, percentage, waiting_since, graded_at FROM attempts;

-- For the roster and the gradebook of a course (docs/decisions/course-people.md).
CREATE VIEW learner_attempts AS
SELECT t.id, t.user_id, t.assessment_id, a.resource_id, t.number, t.started_at, t.deadline_at, t.submitted_at, t.graded_at,
       t.earned_points, t.total_points, t.percentage, t.waiting_since
  FROM attempts t JOIN assessments a ON a.id = t.assessment_id;

-- For opening files: the questions of each attempt; `drawn` null: all of its version.
CREATE VIEW asked_versions AS
SELECT user_id, assessment_id, version, drawn FROM attempts;

-- Questions that a learner has answered wrongly in a quiz and is asked again (docs/decisions/quizzes.md).
CREATE TABLE question_repetitions (
  user_id bigint NOT NULL REFERENCES users,
  question_id bigint NOT NULL REFERENCES assessment_questions ON DELETE CASCADE,
  -- How often in a row it was answered correctly since.
  step smallint NOT NULL DEFAULT 0 CHECK (step >= 0),
  due_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, question_id)
);
-- For deleting a quiz with its questions.
CREATE INDEX question_repetitions_question ON question_repetitions (question_id);

CREATE TABLE hand_in_files (
  -- The primary key: a file belongs to one answer. The file stays while the answer does.
  media_id bigint PRIMARY KEY REFERENCES media,
  attempt_id bigint NOT NULL REFERENCES attempts ON DELETE CASCADE,
  question_id bigint NOT NULL REFERENCES assessment_questions ON DELETE CASCADE,
  place smallint NOT NULL
);
CREATE INDEX hand_in_files_attempt_idx ON hand_in_files (attempt_id, question_id);
CREATE INDEX hand_in_files_question_idx ON hand_in_files (question_id);

-- Each grade that a person has given; the newest one of an answer counts.
CREATE TABLE hand_in_grades (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  attempt_id bigint NOT NULL REFERENCES attempts ON DELETE CASCADE,
  question_id bigint NOT NULL REFERENCES assessment_questions ON DELETE CASCADE,
  points smallint NOT NULL CHECK (points BETWEEN 0 AND 100),
  comment text NOT NULL CHECK (length(comment) <= 5000),
  graded_by bigint NOT NULL REFERENCES users,
  graded_at timestamptz NOT NULL
);
CREATE INDEX hand_in_grades_answer_idx ON hand_in_grades (attempt_id, question_id, id);
CREATE INDEX hand_in_grades_grader_idx ON hand_in_grades (graded_by);
CREATE INDEX hand_in_grades_question_idx ON hand_in_grades (question_id);

-- Answers with a text or a file to questions that a person grades.
CREATE VIEW hand_ins AS
SELECT t.id AS attempt_id, q.id AS question_id,
       EXISTS (SELECT FROM hand_in_grades g WHERE g.attempt_id = t.id AND g.question_id = q.id) AS is_graded
  FROM attempts t
  JOIN assessment_questions q ON q.quiz_id = t.assessment_id AND q.version = t.version AND q.kind = 'hand-in'
  LEFT JOIN answers a ON a.attempt_id = t.id AND a.question_id = q.id
 WHERE (t.drawn IS NULL OR q.id = ANY (t.drawn))
   AND (btrim(coalesce(a.given #>> '{}', '')) <> ''
        OR EXISTS (SELECT FROM hand_in_files f WHERE f.attempt_id = t.id AND f.question_id = q.id));

-- What waits for a person, by course: for the home of those who teach.
CREATE VIEW waiting_hand_ins AS
SELECT t.id, m.course_id, t.waiting_since
  FROM attempts t
  JOIN assessments a ON a.id = t.assessment_id
  JOIN course_resources r ON r.id = a.resource_id
  JOIN course_contents m ON m.id = r.content_id
 WHERE t.waiting_since IS NOT NULL AND t.graded_at IS NULL;

-- For opening and keeping files: whose answer holds it, and the course.
CREATE VIEW handed_in_files AS
SELECT f.media_id, t.user_id, m.course_id
  FROM hand_in_files f
  JOIN attempts t ON t.id = f.attempt_id
  JOIN assessments a ON a.id = t.assessment_id
  LEFT JOIN course_resources r ON r.id = a.resource_id
  LEFT JOIN course_contents m ON m.id = r.content_id;

CREATE FUNCTION refuse_ungraded_hand_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM hand_ins h WHERE h.attempt_id = NEW.id AND NOT h.is_graded) THEN
    RAISE EXCEPTION 'attempt % holds a hand-in that nobody has graded', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempts_hand_ins BEFORE UPDATE OF graded_at ON attempts FOR EACH ROW
  WHEN (OLD.graded_at IS NULL AND NEW.graded_at IS NOT NULL) EXECUTE FUNCTION refuse_ungraded_hand_in();

-- ==== SCORM packages (docs/decisions/scorm.md)

-- Lessons that are SCORM packages. The archive is a file like any other upload and stays packed; the rows below say where its files are.
CREATE TABLE packages (
  media_id bigint PRIMARY KEY REFERENCES media ON DELETE CASCADE,
  -- Of the file, as the rights to it are asked for.
  public_id text NOT NULL,
  version text NOT NULL CHECK (version IN ('1.2', '2004')),
  title text NOT NULL,
  -- What it can launch, in the order of its table of contents.
  activities jsonb NOT NULL
);

-- Packages in which something reports to the platform: only their reports complete the lesson.
CREATE VIEW reporting_packages AS
SELECT media_id FROM packages WHERE activities @> '[{"isReporting": true}]';

CREATE TABLE package_files (
  media_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  path text NOT NULL,
  -- Bytes of the archive.
  packed_start bigint NOT NULL,
  packed_bytes bigint NOT NULL,
  is_deflated boolean NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (media_id, path)
);

-- A person who opened a package: the address of its files names the launch.
CREATE TABLE package_launches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  resource_id bigint NOT NULL REFERENCES course_resources ON DELETE CASCADE,
  media_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  launched_at timestamptz NOT NULL
);
CREATE INDEX package_launches_launched_idx ON package_launches (launched_at);
CREATE INDEX package_launches_media_idx ON package_launches (media_id);
CREATE INDEX package_launches_resource_idx ON package_launches (resource_id);
CREATE INDEX package_launches_user_idx ON package_launches (user_id);

-- What an activity of a package has reported about a learner.
CREATE TABLE package_runs (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  resource_id bigint NOT NULL REFERENCES course_resources ON DELETE CASCADE,
  activity text NOT NULL,
  -- The launch that reported last; not a reference, because launches are deleted.
  launch_id bigint NOT NULL,
  is_completed boolean,
  is_passed boolean,
  -- The best one, from -1 to 1.
  score real,
  -- Of earlier launches, and of the last one.
  earlier_seconds integer NOT NULL DEFAULT 0,
  session_seconds integer NOT NULL DEFAULT 0,
  -- What the content finds when it is opened again; null: it begins anew.
  kept jsonb,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, resource_id, activity)
);
CREATE INDEX package_runs_resource_idx ON package_runs (resource_id);

-- Of each activity with a score: 0 to 100, negative scores are 0. Scores of activities that the lesson's package no longer has are kept
-- and not shown.
CREATE VIEW package_scores AS
SELECT n.user_id, n.resource_id, n.activity, round(greatest(n.score, 0) * 100)::int AS percentage
  FROM package_runs n
  JOIN course_resources r ON r.id = n.resource_id
  JOIN packages p ON p.media_id = r.media_id
 WHERE n.score IS NOT NULL AND p.activities @> jsonb_build_array(jsonb_build_object('identifier', n.activity));

-- ==== Announcements, messages to learners, live sessions

-- Announcements of a course to its learners, to one cohort, or to the learners without one (docs/decisions/announcements.md).
CREATE TABLE course_announcements (
  id bigint GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME announcements_id_seq) CONSTRAINT announcements_pkey PRIMARY KEY,
  course_id bigint NOT NULL CONSTRAINT announcements_course_id_fkey REFERENCES courses ON DELETE CASCADE,
  author_id bigint NOT NULL CONSTRAINT announcements_author_id_fkey REFERENCES users,
  -- A UUID of the client: the same author's announcement with the same key is written once.
  client_key uuid,
  title text NOT NULL CONSTRAINT announcements_title_check CHECK (length(title) BETWEEN 1 AND 200),
  body text NOT NULL CONSTRAINT announcements_body_check CHECK (length(body) BETWEEN 1 AND 10000),
  is_mailed boolean NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  removed_at timestamptz,
  -- Delivery: learners with access when it was written are told in the order of their enrolments. Null: not all are told yet.
  delivered_at timestamptz,
  last_enrolment_id bigint NOT NULL DEFAULT 0,
  told_count integer NOT NULL DEFAULT 0,
  -- Written by the product to remind of a session: it does not count against the announcements of a day.
  is_reminder boolean NOT NULL DEFAULT false,
  cohort_id bigint REFERENCES cohorts,
  is_without_cohort boolean NOT NULL DEFAULT false,
  CONSTRAINT announcements_author_id_client_key_key UNIQUE (author_id, client_key),
  CHECK (cohort_id IS NULL OR NOT is_without_cohort)
);
CREATE INDEX announcements_course_idx ON course_announcements (course_id, id DESC);
CREATE INDEX course_announcements_cohort_idx ON course_announcements (cohort_id)
  WHERE cohort_id IS NOT NULL;

-- Read by no statement of this release.
CREATE VIEW announcements AS
SELECT id, course_id, author_id, client_key, title, body, is_mailed, created_at, edited_at, removed_at, delivered_at, last_enrolment_id,
       told_count, is_reminder
  FROM course_announcements WHERE cohort_id IS NULL AND NOT is_without_cohort;

-- For the notifications about them.
CREATE VIEW announcement_titles AS
SELECT a.id, a.title, c.title AS course_title FROM course_announcements a JOIN courses c ON c.id = a.course_id WHERE a.removed_at IS NULL;

-- People who want no mails about announcements.
CREATE TABLE announcement_mail_stops (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  stopped_at timestamptz NOT NULL
);

-- Messages of the people of a course to one of its learners (docs/decisions/announcements.md).
CREATE TABLE learner_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  -- The learner. Deleted with the account.
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users,
  -- A UUID of the client: the same author's message to this learner with the same key is sent once.
  client_key uuid,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  -- Queued as a mail, too: the address was verified, and the learner had not stopped these mails.
  is_mailed boolean NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (author_id, client_key, course_id, user_id)
);
-- For the limit of a day.
CREATE INDEX learner_messages_course_idx ON learner_messages (course_id, created_at);
CREATE INDEX learner_messages_learner_idx ON learner_messages (user_id, course_id, id DESC);

-- For the notifications about them.
CREATE VIEW learner_message_texts AS
SELECT m.id, m.body, c.title AS course_title FROM learner_messages m JOIN courses c ON c.id = m.course_id;

-- Live sessions of a course for its learners, for one cohort, or for the learners without one (docs/decisions/announcements.md).
CREATE TABLE planned_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME live_sessions_id_seq) CONSTRAINT live_sessions_pkey PRIMARY KEY,
  course_id bigint NOT NULL CONSTRAINT live_sessions_course_id_fkey REFERENCES courses ON DELETE CASCADE,
  created_by bigint NOT NULL CONSTRAINT live_sessions_created_by_fkey REFERENCES users,
  title text NOT NULL CONSTRAINT live_sessions_title_check CHECK (length(title) BETWEEN 1 AND 200),
  starts_at timestamptz NOT NULL,
  minutes smallint NOT NULL CONSTRAINT live_sessions_minutes_check CHECK (minutes BETWEEN 5 AND 720),
  -- Of the meeting; learners get it shortly before the start.
  link text NOT NULL CONSTRAINT live_sessions_link_check CHECK (link ~ '^https://' AND length(link) <= 2000),
  notes text NOT NULL CONSTRAINT live_sessions_notes_check CHECK (length(notes) <= 2000),
  changed_at timestamptz NOT NULL,
  removed_at timestamptz,
  -- When learners were reminded; null: not yet.
  day_told_at timestamptz,
  hour_told_at timestamptz,
  cohort_id bigint REFERENCES cohorts,
  is_without_cohort boolean NOT NULL DEFAULT false,
  -- The announcements that reminded of a live session: they end with it, and when it is for others.
  reminder_ids bigint[] NOT NULL DEFAULT '{}',
  -- When a reminder of a session was mailed. Moving the session keeps these: it is not mailed again within the day.
  day_mailed_at timestamptz,
  hour_mailed_at timestamptz,
  CHECK (cohort_id IS NULL OR NOT is_without_cohort)
);
CREATE INDEX live_sessions_course_idx ON planned_sessions (course_id, starts_at);
CREATE INDEX live_sessions_due_idx ON planned_sessions (starts_at)
  WHERE removed_at IS NULL AND hour_told_at IS NULL;
CREATE INDEX planned_sessions_cohort_idx ON planned_sessions (cohort_id) WHERE cohort_id IS NOT NULL;
CREATE TRIGGER live_sessions_inserted_tell AFTER INSERT ON planned_sessions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER live_sessions_updated_tell AFTER UPDATE ON planned_sessions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();

-- Read by no statement of this release.
CREATE VIEW live_sessions AS
SELECT id, course_id, created_by, title, starts_at, minutes, link, notes, changed_at, removed_at, day_told_at, hour_told_at
  FROM planned_sessions WHERE cohort_id IS NULL AND NOT is_without_cohort;

-- What a sales page says of live sessions: not how to join them (docs/decisions/announcements.md).
-- Sales pages name what every buyer gets, and what those get who choose a cohort.
CREATE VIEW course_live_sessions AS
SELECT id, course_id, title, starts_at, minutes FROM planned_sessions
 WHERE removed_at IS NULL AND cohort_id IS NULL AND NOT is_without_cohort;

CREATE VIEW cohort_live_sessions AS
SELECT s.id, s.course_id, s.cohort_id, k.name AS cohort_name, k.starts_on, k.closes_on, s.starts_at, s.minutes
  FROM planned_sessions s JOIN cohorts k ON k.id = s.cohort_id
 WHERE s.removed_at IS NULL AND k.removed_at IS NULL;

-- Who was there, as the people of the course have noted it. No row: not noted.
CREATE TABLE live_session_attendance (
  session_id bigint NOT NULL REFERENCES planned_sessions ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  is_present boolean NOT NULL,
  noted_by bigint NOT NULL REFERENCES users,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, user_id)
);
CREATE INDEX live_session_attendance_user_idx ON live_session_attendance (user_id);

-- ==== Reviews

-- One review per person and course, with the seller's reply.
CREATE TABLE reviews (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  rating smallint NOT NULL CHECK (rating >= 1 AND rating <= 5),
  body text NOT NULL CHECK (length(body) <= 2000),
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  -- Whether the author is still enrolled; kept by a trigger on enrolments.
  has_place boolean NOT NULL DEFAULT true,
  hidden_at timestamptz,
  hidden_by bigint REFERENCES users,
  -- Set when the author deletes a hidden review: the row stays, so that a new text stays hidden.
  removed_at timestamptz,
  reply text CHECK (reply <> '' AND length(reply) <= 2000),
  replied_by bigint REFERENCES users,
  replied_at timestamptz,
  reply_edited_at timestamptz,
  is_shown boolean GENERATED ALWAYS AS ((has_place AND (hidden_at IS NULL) AND (removed_at IS NULL))) STORED NOT NULL,
  CONSTRAINT reviews_user_id_course_id_key UNIQUE (user_id, course_id),
  CONSTRAINT reviews_check CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CONSTRAINT reviews_check1 CHECK (removed_at IS NULL OR (hidden_at IS NOT NULL AND body = '' AND reply IS NULL)),
  CONSTRAINT reviews_check2 CHECK (((reply IS NULL) = (replied_by IS NULL)) AND ((reply IS NULL) = (replied_at IS NULL))),
  CONSTRAINT reviews_check3 CHECK (reply IS NOT NULL OR reply_edited_at IS NULL)
);
CREATE INDEX reviews_hidden_idx ON reviews (id DESC)
  WHERE hidden_at IS NOT NULL AND removed_at IS NULL;
CREATE INDEX reviews_highest_idx ON reviews (course_id, rating DESC, id DESC) WHERE is_shown;
CREATE INDEX reviews_lowest_idx ON reviews (course_id, rating, id DESC) WHERE is_shown;
-- A course's reviews in each sort order.
CREATE INDEX reviews_newest_idx ON reviews (course_id, is_shown, id DESC);
CREATE TRIGGER reviews_inserted_tell AFTER INSERT ON reviews REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER reviews_updated_tell AFTER UPDATE ON reviews REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER reviews_deleted_tell AFTER DELETE ON reviews REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();

-- A review is visible only while its author is enrolled; a refund hides it, a new enrolment shows it again.
CREATE FUNCTION reviews_follow_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviews SET has_place = NEW.revoked_at IS NULL WHERE user_id = NEW.user_id AND course_id = NEW.course_id;
  RETURN NULL;
END $$;
CREATE TRIGGER enrolments_reviewed AFTER UPDATE OF revoked_at ON enrolments FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION reviews_follow_place();

-- One report per person and review.
CREATE TABLE review_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  review_id bigint NOT NULL REFERENCES reviews ON DELETE CASCADE,
  reporter_id bigint NOT NULL REFERENCES users,
  reason text NOT NULL CHECK (reason <> '' AND length(reason) <= 500),
  created_at timestamptz NOT NULL,
  resolved_at timestamptz,
  resolved_by bigint REFERENCES users,
  CONSTRAINT review_reports_review_id_reporter_id_key UNIQUE (review_id, reporter_id),
  CONSTRAINT review_reports_check CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX review_reports_open_idx ON review_reports (review_id) WHERE resolved_at IS NULL;
CREATE INDEX review_reports_reporter_idx ON review_reports (reporter_id, created_at DESC);

-- Visible reviews of a course counted by stars. A course without
-- reviews has no row, or zeros.
CREATE TABLE course_ratings (
  course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
  ones integer NOT NULL DEFAULT 0 CHECK (ones >= 0),
  twos integer NOT NULL DEFAULT 0 CHECK (twos >= 0),
  threes integer NOT NULL DEFAULT 0 CHECK (threes >= 0),
  fours integer NOT NULL DEFAULT 0 CHECK (fours >= 0),
  fives integer NOT NULL DEFAULT 0 CHECK (fives >= 0),
  reviews integer GENERATED ALWAYS AS (((((ones + twos) + threes) + fours) + fives)) STORED NOT NULL,
  stars integer GENERATED ALWAYS AS (((((ones + (2 * twos)) + (3 * threes)) + (4 * fours)) + (5 * fives))) STORED NOT NULL
);

-- Foreign keys to tables that are created later.
CREATE FUNCTION count_course_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.is_shown THEN OLD.rating ELSE 0 END;
  is_now integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.is_shown THEN NEW.rating ELSE 0 END;
BEGIN
  IF was = is_now THEN
    RETURN NULL;
  END IF;
  IF is_now > 0 THEN
    INSERT INTO course_ratings (course_id) VALUES (NEW.course_id) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE course_ratings
     SET ones = ones + (is_now = 1)::integer - (was = 1)::integer,
         twos = twos + (is_now = 2)::integer - (was = 2)::integer,
         threes = threes + (is_now = 3)::integer - (was = 3)::integer,
         fours = fours + (is_now = 4)::integer - (was = 4)::integer,
         fives = fives + (is_now = 5)::integer - (was = 5)::integer
   WHERE course_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.course_id ELSE NEW.course_id END;
  RETURN NULL;
END $$;
CREATE TRIGGER reviews_counted AFTER INSERT OR DELETE OR UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION count_course_ratings();

-- ==== Community

-- Counts are kept by triggers in the transaction that changes what is counted.
CREATE TABLE study_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 80),
  description text NOT NULL CHECK (description <> '' AND length(description) <= 1000),
  category text CHECK (category IN ('Programming', 'Design', 'Business', 'Data Science', 'Marketing', 'AI & ML')),
  created_by bigint NOT NULL REFERENCES users,
  member_count integer NOT NULL DEFAULT 0 CHECK (member_count >= 0),
  discussion_count integer NOT NULL DEFAULT 0 CHECK (discussion_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_activity_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX study_groups_creator_idx ON study_groups (created_by, created_at DESC);
CREATE INDEX study_groups_description_trgm ON study_groups USING gin (description gin_trgm_ops);
-- The largest groups, for visitors.
CREATE INDEX study_groups_members_idx ON study_groups (member_count DESC, id DESC);
CREATE INDEX study_groups_name_trgm ON study_groups USING gin (name gin_trgm_ops);

CREATE TABLE group_members (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES study_groups ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'member')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT group_members_group_id_user_id_key UNIQUE (group_id, user_id)
);
CREATE INDEX group_members_group_idx ON group_members (group_id, id DESC);
CREATE UNIQUE INDEX group_members_one_owner ON group_members (group_id) WHERE role = 'owner';
CREATE INDEX group_members_user_idx ON group_members (user_id, group_id DESC);

CREATE FUNCTION count_group_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE study_groups SET member_count = member_count + 1 WHERE id = NEW.group_id;
  ELSE
    UPDATE study_groups SET member_count = member_count - 1 WHERE id = OLD.group_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER group_members_counted AFTER INSERT OR DELETE ON group_members FOR EACH ROW EXECUTE FUNCTION count_group_members();

CREATE TABLE discussions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- In a group, in a course, or public to all members.
  group_id bigint REFERENCES study_groups ON DELETE CASCADE,
  course_id bigint REFERENCES courses ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users,
  title text NOT NULL CHECK (length(title) <= 200),
  body text NOT NULL CHECK (length(body) <= 10000),
  reply_count integer NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_activity_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_by bigint REFERENCES users,
  -- Set when the author deletes it: the text is removed, the row still counts towards the author's limit.
  removed_at timestamptz,
  -- Chosen by the client, unique for each author: a text that is sent twice is written once.
  client_key uuid,
  -- A discussion of a course can be a question about a lesson, at a second of its video.
  resource_id bigint REFERENCES course_resources ON DELETE SET NULL,
  position_seconds integer,
  CONSTRAINT discussions_check CHECK (group_id IS NULL OR course_id IS NULL),
  CONSTRAINT discussions_check1 CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CONSTRAINT discussions_check2 CHECK (
    CASE WHEN removed_at IS NULL THEN title <> '' AND body <> '' ELSE title = '' AND body = '' END),
  CONSTRAINT discussions_position_check CHECK (position_seconds >= 0)
);
CREATE INDEX discussions_author_idx ON discussions (author_id, created_at DESC);
CREATE INDEX discussions_body_trgm ON discussions USING gin (body gin_trgm_ops);
CREATE UNIQUE INDEX discussions_client_key_idx ON discussions (author_id, client_key)
  WHERE client_key IS NOT NULL;
CREATE INDEX discussions_course_idx ON discussions (course_id, id DESC) WHERE course_id IS NOT NULL;
CREATE INDEX discussions_group_idx ON discussions (group_id, id DESC) WHERE group_id IS NOT NULL;
CREATE INDEX discussions_resource_idx ON discussions (resource_id, id DESC)
  WHERE resource_id IS NOT NULL;
CREATE INDEX discussions_title_trgm ON discussions USING gin (title gin_trgm_ops);

CREATE FUNCTION count_group_discussions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.group_id IS NOT NULL AND OLD.hidden_at IS NULL AND OLD.removed_at IS NULL;
  is_now boolean := TG_OP <> 'DELETE' AND NEW.group_id IS NOT NULL AND NEW.hidden_at IS NULL AND NEW.removed_at IS NULL;
BEGIN
  IF TG_OP = 'INSERT' AND is_now THEN
    UPDATE study_groups
       SET discussion_count = discussion_count + 1, last_activity_at = greatest(last_activity_at, NEW.created_at)
     WHERE id = NEW.group_id;
  ELSIF was <> is_now THEN
    UPDATE study_groups SET discussion_count = discussion_count + CASE WHEN is_now THEN 1 ELSE -1 END
     WHERE id = CASE WHEN is_now THEN NEW.group_id ELSE OLD.group_id END;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER discussions_counted AFTER INSERT OR DELETE OR UPDATE OF hidden_at, removed_at ON discussions FOR EACH ROW
  EXECUTE FUNCTION count_group_discussions();

CREATE TABLE discussion_posts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discussion_id bigint NOT NULL REFERENCES discussions ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users,
  body text NOT NULL CHECK (length(body) <= 10000),
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_by bigint REFERENCES users,
  removed_at timestamptz,
  client_key uuid,
  -- The answer that the author of a discussion or a moderator accepted: at most one of each discussion.
  accepted_at timestamptz,
  CONSTRAINT discussion_posts_check CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CONSTRAINT discussion_posts_check1 CHECK ((removed_at IS NULL) = (body <> ''))
);
CREATE UNIQUE INDEX discussion_posts_accepted_idx ON discussion_posts (discussion_id)
  WHERE accepted_at IS NOT NULL;
CREATE INDEX discussion_posts_author_idx ON discussion_posts (author_id, created_at DESC);
CREATE UNIQUE INDEX discussion_posts_client_key_idx ON discussion_posts (author_id, client_key)
  WHERE client_key IS NOT NULL;
CREATE INDEX discussion_posts_discussion_idx ON discussion_posts (discussion_id, id DESC);

CREATE FUNCTION count_discussion_posts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.hidden_at IS NULL AND OLD.removed_at IS NULL;
  is_now boolean := TG_OP <> 'DELETE' AND NEW.hidden_at IS NULL AND NEW.removed_at IS NULL;
BEGIN
  IF TG_OP = 'INSERT' AND is_now THEN
    UPDATE discussions
       SET reply_count = reply_count + 1, last_activity_at = greatest(last_activity_at, NEW.created_at)
     WHERE id = NEW.discussion_id;
    UPDATE study_groups SET last_activity_at = greatest(last_activity_at, NEW.created_at)
     WHERE id = (SELECT group_id FROM discussions WHERE id = NEW.discussion_id);
  ELSIF was <> is_now THEN
    UPDATE discussions SET reply_count = reply_count + CASE WHEN is_now THEN 1 ELSE -1 END
     WHERE id = CASE WHEN is_now THEN NEW.discussion_id ELSE OLD.discussion_id END;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER discussion_posts_counted AFTER INSERT OR DELETE OR UPDATE OF hidden_at, removed_at ON discussion_posts FOR EACH ROW
  EXECUTE FUNCTION count_discussion_posts();

-- Questions and other discussions of a course that are shown to its learners.
CREATE VIEW course_discussions AS
SELECT id, course_id, author_id, title, reply_count, created_at FROM discussions
 WHERE course_id IS NOT NULL AND removed_at IS NULL AND hidden_at IS NULL;

-- `post_id` is null for a report of the opening text. One report per person and text.
CREATE TABLE post_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discussion_id bigint NOT NULL REFERENCES discussions ON DELETE CASCADE,
  post_id bigint REFERENCES discussion_posts ON DELETE CASCADE,
  reporter_id bigint NOT NULL REFERENCES users,
  reason text NOT NULL CHECK (reason <> '' AND length(reason) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  resolved_by bigint REFERENCES users,
  CONSTRAINT post_reports_discussion_id_post_id_reporter_id_key UNIQUE NULLS NOT DISTINCT (discussion_id, post_id, reporter_id),
  CONSTRAINT post_reports_check CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX post_reports_open_idx ON post_reports (discussion_id) WHERE resolved_at IS NULL;
CREATE INDEX post_reports_post_idx ON post_reports (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX post_reports_reporter_idx ON post_reports (reporter_id, created_at DESC);

-- Votes for texts of others. `post_id` is null for a vote for the opening text. One vote per person and text.
CREATE TABLE helpful_votes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discussion_id bigint NOT NULL REFERENCES discussions ON DELETE CASCADE,
  post_id bigint REFERENCES discussion_posts ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (discussion_id, post_id, user_id)
);
CREATE INDEX helpful_votes_post_idx ON helpful_votes (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX helpful_votes_user_idx ON helpful_votes (user_id);

-- People whom a reply names with @ (docs/decisions/discussions.md). The names stand in the reply.
CREATE TABLE post_mentions (
  post_id bigint NOT NULL REFERENCES discussion_posts ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (post_id, user_id)
);
CREATE INDEX post_mentions_user_idx ON post_mentions (user_id);

-- Pictures in discussions and replies (docs/decisions/discussions.md).
CREATE TABLE post_pictures (
  -- The primary key: a picture belongs to one text.
  media_id bigint PRIMARY KEY REFERENCES media ON DELETE CASCADE,
  discussion_id bigint NOT NULL REFERENCES discussions ON DELETE CASCADE,
  -- Null: of the opening text.
  post_id bigint REFERENCES discussion_posts ON DELETE CASCADE,
  place smallint NOT NULL,
  -- What the picture shows, in its author's words; may be empty.
  alt text NOT NULL
);
CREATE INDEX post_pictures_discussion_idx ON post_pictures (discussion_id);
CREATE INDEX post_pictures_post_idx ON post_pictures (post_id);

-- For delivering and deleting files: the discussion that shows a picture. None for a picture of a removed text.
CREATE VIEW shown_post_pictures AS
  SELECT t.media_id, d.course_id, d.group_id, d.hidden_at IS NOT NULL OR p.hidden_at IS NOT NULL AS is_hidden,
         o.user_id AS group_owner_id
    FROM post_pictures t
    JOIN discussions d ON d.id = t.discussion_id
    LEFT JOIN discussion_posts p ON p.id = t.post_id
    LEFT JOIN group_members o ON o.group_id = d.group_id AND o.role = 'owner'
   WHERE d.removed_at IS NULL AND p.removed_at IS NULL;

-- Mails about questions in courses (docs/decisions/discussions.md): questions that the next mail to the teachers names, and people
-- who want none of these mails.
CREATE TABLE waiting_question_mails (
  discussion_id bigint PRIMARY KEY REFERENCES discussions ON DELETE CASCADE,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE
);
CREATE INDEX waiting_question_mails_course_idx ON waiting_question_mails (course_id);

CREATE TABLE question_mail_stops (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  stopped_at timestamptz NOT NULL
);

-- ==== Pricing: coupons. Sales: orders, payments, refunds, payment exceptions

-- The discount of a coupon never changes, because orders refer to it. An archived coupon cannot be used and keeps its code.
CREATE TABLE coupons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  code citext NOT NULL UNIQUE CHECK (code OPERATOR(~) '^[A-Za-z0-9-]{4,32}$'),
  percent_basis_points integer CHECK (percent_basis_points >= 1 AND percent_basis_points <= 10000),
  amount_cents integer CHECK (amount_cents >= 1 AND amount_cents <= 3000000),
  -- Null: valid for every course of the seller.
  course_id bigint REFERENCES courses ON DELETE CASCADE,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer CHECK (max_uses > 0),
  once_per_person boolean NOT NULL DEFAULT true,
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  archived_at timestamptz,
  CONSTRAINT coupons_check CHECK ((percent_basis_points IS NULL) <> (amount_cents IS NULL)),
  CONSTRAINT coupons_check1 CHECK (starts_at < ends_at)
);
CREATE INDEX coupons_course_idx ON coupons (course_id);
CREATE INDEX coupons_created_by_idx ON coupons (created_by);
CREATE INDEX coupons_seller_idx ON coupons (seller_id, id DESC);

-- An order says what is bought; a payment says what happened at the provider. An order is paid when one of its payments is settled.
CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL,
  buyer_id bigint NOT NULL REFERENCES users,
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunded')),
  currency text NOT NULL DEFAULT 'MYR' CHECK (currency = 'MYR'),
  total_cents integer NOT NULL CHECK (total_cents >= 0),
  -- The payee's account, in the version that was current when the order was placed; null for a free order.
  payment_account_id bigint,
  customer jsonb NOT NULL DEFAULT '{}',
  language text NOT NULL DEFAULT 'en',
  -- Origin of the buyer's browser: the provider redirects back to it.
  origin text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  coupon_id bigint REFERENCES coupons,
  CONSTRAINT orders_check CHECK ((state IN ('paid', 'refunded')) = (settled_at IS NOT NULL)),
  CONSTRAINT orders_check1 CHECK (total_cents = 0 OR payment_account_id IS NOT NULL)
);
CREATE INDEX orders_buyer_idx ON orders (buyer_id, id DESC);
CREATE INDEX orders_coupon_idx ON orders (coupon_id);
-- Order lists by time and by state.
CREATE INDEX orders_created_idx ON orders (created_at);
-- Lists of orders: docs/decisions/lists-and-search.md. Instead of the constraint on `public_id`, for equal numbers and for the start of one.
CREATE UNIQUE INDEX orders_number_key ON orders (public_id text_pattern_ops);
CREATE INDEX orders_state_idx ON orders (state, id DESC) WHERE state <> 'paid';

CREATE TABLE order_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  course_id bigint NOT NULL REFERENCES courses ON DELETE RESTRICT,
  seller_id bigint NOT NULL,
  title text NOT NULL,
  list_price_cents integer NOT NULL CHECK (list_price_cents >= 0),
  discount_cents integer NOT NULL DEFAULT 0 CHECK (discount_cents >= 0),
  tax_cents integer NOT NULL DEFAULT 0 CHECK (tax_cents >= 0),
  price_cents integer NOT NULL CHECK (price_cents >= 0),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'granted', 'refunded')),
  -- True when this line enrolled the buyer; its refund then ends the enrolment.
  gave_access boolean NOT NULL DEFAULT false,
  -- Price components and rates at the time of the order. SST is included in the price, rounded half up to the sen.
  sale_discount_cents integer NOT NULL DEFAULT 0 CHECK (sale_discount_cents >= 0),
  coupon_discount_cents integer NOT NULL DEFAULT 0 CHECK (coupon_discount_cents >= 0),
  tax_basis_points integer NOT NULL DEFAULT 0 CHECK (tax_basis_points >= 0 AND tax_basis_points <= 10000),
  fee_basis_points integer NOT NULL DEFAULT 0 CHECK (fee_basis_points >= 0 AND fee_basis_points <= 10000),
  -- Refunded part of the price.
  refunded_cents integer NOT NULL DEFAULT 0,
  -- The seller's promise when the order was placed; later changes do not reduce it.
  money_back_days integer NOT NULL DEFAULT 30 CHECK (money_back_days >= 0 AND money_back_days <= 365),
  money_back_percent integer NOT NULL DEFAULT 30 CHECK (money_back_percent >= 1 AND money_back_percent <= 100),
  -- What was promised at the sale, and the period that the line has given: access_to null for ever. `extends_access`: it has prolonged
  -- an enrolment that something else had opened; its refund takes the period back and nothing else.
  access_days smallint,
  access_months smallint,
  access_from timestamptz,
  access_to timestamptz,
  extends_access boolean NOT NULL DEFAULT false,
  -- A key of packages/contracts/src/operations/source-keys.ts. Null: not known.
  visit_source text CHECK (length(visit_source) BETWEEN 1 AND 160),
  -- The cohort that was promised at the sale. The line holds a place in it until the order is settled or its page is closed.
  cohort_id bigint,
  -- The courses that the buyer was told to complete first.
  first_course_ids bigint[],
  CONSTRAINT order_lines_order_id_course_id_key UNIQUE (order_id, course_id),
  CONSTRAINT order_lines_check CHECK (price_cents = (list_price_cents - discount_cents)),
  CONSTRAINT order_lines_discounts CHECK (discount_cents = (sale_discount_cents + coupon_discount_cents)),
  CONSTRAINT order_lines_refunded_within_price CHECK (refunded_cents >= 0 AND refunded_cents <= price_cents),
  CONSTRAINT order_lines_tax_inside CHECK (
    tax_cents = (2 * price_cents::bigint * tax_basis_points + 10000 + tax_basis_points) / (2 * (10000 + tax_basis_points)))
);
CREATE INDEX order_lines_course_idx ON order_lines (course_id);
-- Lines whose promise is longer than the longest that sellers choose: a seller's reserve looks for them apart.
CREATE INDEX order_lines_long_promise_idx ON order_lines (seller_id, id) WHERE money_back_days > 30;
CREATE INDEX order_lines_not_granted_idx ON order_lines (seller_id, order_id DESC)
  WHERE status <> 'granted';
-- Orders of which something was returned, for the filters of the list of orders.
CREATE INDEX order_lines_returned_idx ON order_lines (order_id) WHERE refunded_cents > 0;
CREATE INDEX order_lines_seller_idx ON order_lines (seller_id, order_id DESC);
CREATE INDEX order_lines_title_trgm ON order_lines USING gin (title gin_trgm_ops);

-- Lines of settled orders, refunded ones included: `status` says which still give access.
CREATE VIEW settled_lines AS
SELECT l.id, l.order_id, l.seller_id, l.course_id, l.title, l.price_cents, l.tax_cents, l.status, o.buyer_id, o.settled_at,
       o.public_id AS order_public_id
  FROM order_lines l JOIN orders o ON o.id = l.order_id
 WHERE o.settled_at IS NOT NULL;

-- One row for each order with a coupon: reserved while the order can be paid, used once it is settled. A late payment is accepted
-- above the limit. A reservation expires by itself.
CREATE TABLE coupon_uses (
  order_id bigint PRIMARY KEY REFERENCES orders,
  coupon_id bigint NOT NULL REFERENCES coupons,
  buyer_id bigint NOT NULL REFERENCES users,
  -- Null once used.
  reserved_until timestamptz
);
CREATE INDEX coupon_uses_buyer_idx ON coupon_uses (buyer_id);
CREATE INDEX coupon_uses_coupon_idx ON coupon_uses (coupon_id, buyer_id);

-- At most one open purchase per person and course. The row exists while the order can still be paid.
CREATE TABLE open_purchases (
  user_id bigint NOT NULL REFERENCES users,
  course_id bigint NOT NULL REFERENCES courses,
  order_id bigint NOT NULL REFERENCES orders,
  cohort_id bigint,
  PRIMARY KEY (user_id, course_id)
);
CREATE INDEX open_purchases_cohort_idx ON open_purchases (cohort_id) WHERE cohort_id IS NOT NULL;
CREATE INDEX open_purchases_order_idx ON open_purchases (order_id);

-- Places that orders hold which can still be paid. A member has a place already.
CREATE VIEW cohort_holds AS
SELECT p.cohort_id, p.user_id FROM open_purchases p
 WHERE p.cohort_id IS NOT NULL
   AND NOT EXISTS (SELECT FROM active_enrolments e
                    WHERE e.user_id = p.user_id AND e.course_id = p.course_id AND e.cohort_id = p.cohort_id);

CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  payment_account_id bigint NOT NULL,
  -- Null until the provider has answered.
  provider_id text,
  checkout_url text,
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunded')),
  provider_status text NOT NULL DEFAULT '',
  -- What the received money did: settled the order, was surplus, or opened a payment exception.
  outcome text CHECK (outcome IN ('settled', 'surplus', 'needs_review')),
  review_reason text,
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  last_read_at timestamptz,
  reads integer NOT NULL DEFAULT 0,
  -- When the sweep checks the payment next; null when its state is final.
  next_read_at timestamptz,
  -- Lease: until then one process asks the provider for the purchase.
  asking_until timestamptz,
  -- Test mode of the credentials when the purchase was made; null while unknown.
  is_test boolean,
  -- Version of the provider snapshot that `state` was computed from; older snapshots change nothing.
  reading_version bigint NOT NULL DEFAULT 0,
  received_cents bigint,
  refundable_cents bigint,
  -- Reasons for a payment exception although the payment was applied.
  attention text[] NOT NULL DEFAULT '{}'::text[],
  -- The provider's data when the money arrived, without the payer's personal data.
  evidence jsonb,
  -- Money in the ledger that is not assigned (surplus, payment exception). Negative: refunded for an unknown reason.
  held_cents bigint NOT NULL DEFAULT 0,
  held_postings integer NOT NULL DEFAULT 0,
  -- Reasons that a person has reviewed and accepted.
  accepted_reasons text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT payments_payment_account_id_provider_id_key UNIQUE (payment_account_id, provider_id),
  CONSTRAINT payments_check CHECK ((outcome = 'needs_review') = (review_reason IS NOT NULL)),
  CONSTRAINT payments_outcome_of_money CHECK (outcome IS NULL OR state IN ('paid', 'refunded'))
);
CREATE INDEX payments_attention_idx ON payments (id)
  WHERE outcome IN ('surplus', 'needs_review') OR (attention <> '{}'::text[]);
CREATE INDEX payments_due_idx ON payments (next_read_at) WHERE next_read_at IS NOT NULL;
CREATE UNIQUE INDEX payments_one_settles ON payments (order_id) WHERE outcome = 'settled';
CREATE INDEX payments_order_idx ON payments (order_id, id DESC);

-- Callbacks of the provider, verbatim, each stored once.
CREATE TABLE payment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_account_id bigint NOT NULL REFERENCES payment_accounts,
  body_sha256 bytea NOT NULL,
  body bytea NOT NULL,
  event_type text,
  provider_id text,
  deliveries integer NOT NULL DEFAULT 1,
  received_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz,
  CONSTRAINT payment_events_payment_account_id_body_sha256_key UNIQUE (payment_account_id, body_sha256)
);
CREATE INDEX payment_events_kept_idx ON payment_events (handled_at)
  WHERE handled_at IS NOT NULL AND octet_length(body) > 0;
CREATE INDEX payment_events_provider_idx ON payment_events (payment_account_id, provider_id);
CREATE INDEX payment_events_waiting_idx ON payment_events (received_at) WHERE handled_at IS NULL;

-- Provider snapshots that contained something new, and what caused the request.
CREATE TABLE payment_readings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments,
  at timestamptz NOT NULL,
  brought_by text NOT NULL CHECK (brought_by IN ('callback', 'check', 'sweeper', 'refund', 'reconciliation', 'order')),
  state text NOT NULL,
  provider_status text NOT NULL,
  amount_cents bigint,
  paid_cents bigint,
  refundable_cents bigint
);
CREATE INDEX payment_readings_payment_idx ON payment_readings (payment_id, id DESC);

-- Snapshots of the provider in which a payment was refused, for each line of its order.
CREATE VIEW refused_payments AS
SELECT r.id, r.at, l.seller_id, o.buyer_id, o.created_at AS ordered_at
  FROM orders o JOIN payments p ON p.order_id = o.id
  JOIN payment_readings r ON r.payment_id = p.id AND r.state = 'failed' AND r.provider_status IN ('error', 'blocked')
  JOIN order_lines l ON l.order_id = o.id;

-- The row is written before the provider is asked, and is completed by what the provider's purchase
-- shows. A refund that the provider made without our request is recorded when it is seen.
CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  order_id bigint NOT NULL REFERENCES orders,
  payment_id bigint NOT NULL REFERENCES payments,
  -- 'lines': for lines of the order; 'held': money outside the order; 'chargeback': taken back by the bank.
  kind text NOT NULL CHECK (kind IN ('lines', 'held', 'chargeback')),
  -- Requested here, or seen at the provider.
  origin text NOT NULL CHECK (origin IN ('asked', 'provider')),
  -- 'reversed': the refunded money came back.
  state text NOT NULL CHECK (state IN ('planned', 'asking', 'pending', 'done', 'failed', 'reversed')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- Refundable amount at the provider just before the request.
  refundable_before_cents bigint,
  -- True when the refunded lines are known: refund_lines then add up to the amount.
  is_named boolean NOT NULL DEFAULT true,
  reason text NOT NULL DEFAULT '',
  asked_by bigint REFERENCES users,
  provider_refund_id text,
  -- The provider's error codes, or 'no_trace' when an unknown outcome never became visible.
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  asked_at timestamptz,
  resolved_at timestamptz,
  -- When a job checks it next; null when its state is final.
  next_look_at timestamptz,
  -- A refund that the seller's balance does not cover waits for a superadmin.
  needs_approval boolean NOT NULL DEFAULT false,
  CONSTRAINT refunds_check CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CONSTRAINT refunds_check1 CHECK ((state IN ('done', 'failed', 'reversed')) = (resolved_at IS NOT NULL)),
  CONSTRAINT refunds_waiting_are_planned CHECK ((NOT needs_approval) OR state IN ('planned', 'failed'))
);
CREATE INDEX refunds_asked_by_idx ON refunds (asked_by);
-- For the chargebacks of a month: seller_chargebacks.
CREATE INDEX refunds_chargebacks_idx ON refunds (created_at) WHERE kind = 'chargeback';
CREATE INDEX refunds_due_idx ON refunds (next_look_at) WHERE next_look_at IS NOT NULL;
-- One at a time per payment, so that a drop of the refundable amount has one cause.
CREATE UNIQUE INDEX refunds_one_in_flight ON refunds (payment_id)
  WHERE state IN ('planned', 'asking', 'pending');
CREATE INDEX refunds_order_idx ON refunds (order_id, id);
CREATE INDEX refunds_payment_idx ON refunds (payment_id);

CREATE TABLE refund_lines (
  refund_id bigint NOT NULL REFERENCES refunds,
  line_id bigint NOT NULL REFERENCES order_lines,
  cents integer NOT NULL CHECK (cents >= 0),
  PRIMARY KEY (refund_id, line_id)
);
CREATE INDEX refund_lines_line_idx ON refund_lines (line_id);

-- A buyer's request for lines of one order and one seller. That seller decides.
CREATE TABLE refund_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  order_id bigint NOT NULL REFERENCES orders,
  seller_id bigint NOT NULL REFERENCES sellers,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'refunded', 'declined', 'withdrawn')),
  reason text NOT NULL,
  answer text NOT NULL DEFAULT '',
  answered_by bigint REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  answered_at timestamptz,
  CONSTRAINT refund_requests_check CHECK ((state = 'open') = (answered_at IS NULL))
);
CREATE INDEX refund_requests_answered_by_idx ON refund_requests (answered_by);
CREATE INDEX refund_requests_open_idx ON refund_requests (id DESC) WHERE state = 'open';
CREATE INDEX refund_requests_order_idx ON refund_requests (order_id);
CREATE INDEX refund_requests_seller_idx ON refund_requests (seller_id, id DESC);

CREATE TABLE refund_request_lines (
  request_id bigint NOT NULL REFERENCES refund_requests,
  line_id bigint NOT NULL REFERENCES order_lines,
  is_open boolean NOT NULL DEFAULT true,
  PRIMARY KEY (request_id, line_id)
);
CREATE INDEX refund_request_lines_line_idx ON refund_request_lines (line_id);
CREATE UNIQUE INDEX refund_request_lines_one_open ON refund_request_lines (line_id) WHERE is_open;

-- Paid lines, and whether the money was asked back.
CREATE VIEW sold_line_outcomes AS
SELECT l.id, l.order_id, l.seller_id, l.price_cents, o.buyer_id, o.created_at AS ordered_at, o.settled_at,
       (EXISTS (SELECT FROM refund_request_lines q WHERE q.line_id = l.id)
        OR EXISTS (SELECT FROM refund_lines b JOIN refunds r ON r.id = b.refund_id
                    WHERE b.line_id = l.id AND b.cents > 0 AND r.kind = 'lines')) AS is_asked_back
  FROM order_lines l JOIN orders o ON o.id = l.order_id
 WHERE o.settled_at IS NOT NULL AND l.price_cents > 0;

-- Lines that banks took back, without those that were won. They come up to months after the sale.
CREATE VIEW seller_chargebacks AS
SELECT b.line_id, l.seller_id, r.created_at AS at
  FROM refunds r JOIN refund_lines b ON b.refund_id = r.id AND b.cents > 0 JOIN order_lines l ON l.id = b.line_id
 WHERE r.kind = 'chargeback' AND r.state <> 'reversed';

-- Payment exceptions: money that no rule explains, until somebody decides.
CREATE TABLE review_items (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  topic text NOT NULL CHECK (topic ~ '^[a-z_]{1,40}$'),
  order_id bigint NOT NULL REFERENCES orders,
  payment_id bigint NOT NULL REFERENCES payments,
  refund_id bigint REFERENCES refunds,
  -- Seller whose account holds the money: they decide, or a superadmin.
  seller_id bigint NOT NULL REFERENCES sellers,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'closed')),
  -- The decision; 'settled_itself' when the provider's state resolved it.
  choice text,
  reason text NOT NULL DEFAULT '',
  decided_by bigint REFERENCES users,
  opened_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CONSTRAINT review_items_check CHECK ((state = 'open') = (choice IS NULL)),
  CONSTRAINT review_items_check1 CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX review_items_decided_by_idx ON review_items (decided_by);
CREATE UNIQUE INDEX review_items_one_open ON review_items (payment_id, topic, COALESCE(refund_id, (0)::bigint))
  WHERE state <> 'closed';
CREATE INDEX review_items_open_idx ON review_items (opened_at) WHERE state = 'open';
CREATE INDEX review_items_order_idx ON review_items (order_id);
CREATE INDEX review_items_payment_idx ON review_items (payment_id);
CREATE INDEX review_items_refund_idx ON review_items (refund_id);
CREATE INDEX review_items_seller_idx ON review_items (seller_id, id DESC);

-- Who opened or changed an order. The changed rows are in their own tables.
CREATE TABLE order_audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  actor_id bigint NOT NULL REFERENCES users,
  action text NOT NULL CHECK (action ~ '^[a-z_]{1,40}$'),
  at timestamptz NOT NULL
);
CREATE INDEX order_audit_actor_idx ON order_audit (actor_id, id DESC);
CREATE INDEX order_audit_order_idx ON order_audit (order_id, id DESC);

-- Buyer details for the next checkout. Orders and receipts have their own copy.
CREATE TABLE buyer_details (
  user_id bigint PRIMARY KEY REFERENCES users,
  address text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  postal_code text NOT NULL,
  country text NOT NULL,
  -- For receipts in a company's name; empty when not given.
  company_name text NOT NULL DEFAULT '',
  tax_number text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- ==== Accounting: an append-only ledger, its sums, payouts, receipts

-- `source` names the cause ('order:12', 'refund:7', 'payout:…') and is unique: a cause is posted once.
CREATE TABLE ledger_postings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL UNIQUE CHECK (source <> ''),
  kind text NOT NULL CHECK (kind IN ('sale', 'refund', 'chargeback', 'chargeback_won', 'held', 'held_returned', 'held_applied',
    'payout', 'payout_reversed', 'payment_in', 'payment_in_reversed')),
  at timestamptz NOT NULL,
  -- The posting that this one reverses: a refund's sale, a reversal's payout.
  about_id bigint REFERENCES ledger_postings,
  -- Seller whose account received the money. No foreign key: the entries have it, and no query searches by it.
  payee_seller_id bigint NOT NULL,
  through text NOT NULL CHECK (through IN ('provider', 'bank')),
  -- A reference people know: the order's public id, the invoice number, the bank reference of a transfer.
  reference text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  -- Who recorded a transfer. No foreign key: rows of people are never deleted.
  recorded_by bigint,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ledger_postings_check CHECK (
    (kind IN ('refund', 'chargeback', 'chargeback_won', 'payout_reversed', 'payment_in_reversed')) = (about_id IS NOT NULL))
);
CREATE INDEX ledger_postings_about_idx ON ledger_postings (about_id);
-- Few of a ledger's postings: chargebacks are a part of what was returned, and invoices of what was sold.
CREATE INDEX ledger_postings_chargebacks_idx ON ledger_postings (at)
  WHERE kind IN ('chargeback', 'chargeback_won');
CREATE INDEX ledger_postings_invoices_idx ON ledger_postings (payee_seller_id, at)
  WHERE source LIKE 'invoice%';
CREATE TRIGGER ledger_postings_kept BEFORE DELETE OR UPDATE ON ledger_postings FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER ledger_postings_not_emptied BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

-- Debit is positive. `seller_id` names the book. In a seller's book `platform` is what the platform owes them; `payable` is the
-- same amount in the platform's book, with the opposite sign.
CREATE TABLE ledger_entries (
  posting_id bigint NOT NULL REFERENCES ledger_postings,
  seller_id bigint NOT NULL,
  account text NOT NULL CHECK (account IN ('sales', 'tax', 'fee', 'platform', 'provider', 'bank', 'held', 'payable', 'fee_income')),
  cents bigint NOT NULL CHECK (cents <> 0),
  -- Time of the posting, copied so that a statement reads one index.
  at timestamptz NOT NULL,
  PRIMARY KEY (posting_id, seller_id, account)
);
CREATE INDEX ledger_entries_statement_idx ON ledger_entries (seller_id, account, at, posting_id) INCLUDE (cents);
CREATE TRIGGER ledger_entries_kept BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

-- The entries of a posting sum to zero in each book. Entries are never changed, and a posting gets all its entries from one statement: each
-- statement is checked by itself.
CREATE FUNCTION require_balanced_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lopsided record;
BEGIN
  SELECT posting_id, seller_id INTO lopsided FROM inserted
   GROUP BY posting_id, seller_id HAVING sum(cents) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting % does not balance in the book of seller %', lopsided.posting_id, lopsided.seller_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION require_balanced_posting();

-- What was sold or refunded, by line; a refund's amounts are negative. `line_id` is unique within the sale's source.
CREATE TABLE posting_lines (
  posting_id bigint NOT NULL REFERENCES ledger_postings,
  line_id bigint NOT NULL,
  sale_id bigint NOT NULL REFERENCES ledger_postings,
  seller_id bigint NOT NULL,
  title text NOT NULL,
  list_cents bigint NOT NULL,
  discount_cents bigint NOT NULL,
  tax_basis_points integer NOT NULL CHECK (tax_basis_points >= 0 AND tax_basis_points <= 10000),
  tax_cents bigint NOT NULL,
  fee_basis_points integer NOT NULL CHECK (fee_basis_points >= 0 AND fee_basis_points <= 10000),
  fee_cents bigint NOT NULL,
  paid_cents bigint NOT NULL CHECK (paid_cents <> 0),
  PRIMARY KEY (posting_id, line_id),
  CONSTRAINT posting_lines_check CHECK (abs(tax_cents) <= abs(paid_cents) AND abs(fee_cents) <= abs(paid_cents))
);
CREATE INDEX posting_lines_sale_idx ON posting_lines (sale_id, line_id);
CREATE INDEX posting_lines_seller_idx ON posting_lines (seller_id);
CREATE TRIGGER posting_lines_kept BEFORE DELETE OR UPDATE ON posting_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER posting_lines_not_emptied BEFORE TRUNCATE ON posting_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

-- Sums of the ledger by month: docs/decisions/figures.md. Entries are never changed, so a sum only grows by new postings. A
-- posting is listed in unsummed_postings in its own transaction, and a job adds it to the sums; a reader adds both.
CREATE TABLE unsummed_postings (
  posting_id bigint PRIMARY KEY
);

CREATE FUNCTION posting_is_unsummed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsummed_postings VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_postings_unsummed AFTER INSERT ON ledger_postings FOR EACH ROW EXECUTE FUNCTION posting_is_unsummed();

CREATE TABLE ledger_months (
  seller_id bigint NOT NULL,
  -- The first day of a month in Kuala Lumpur, of the posting.
  month date NOT NULL,
  account text NOT NULL,
  -- Payouts and payments in, with their reversals, are transfers; refunds, chargebacks and held money are 'other'.
  kind text NOT NULL CHECK (kind IN ('sale', 'transfer', 'other')),
  cents bigint NOT NULL,
  PRIMARY KEY (seller_id, month, account, kind)
);

-- Payouts that another superadmin approves before they are made (docs/decisions/payouts.md).
CREATE TABLE payouts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  -- Of the form that prepared it: preparing is idempotent.
  key text NOT NULL,
  state text NOT NULL DEFAULT 'prepared' CHECK (state IN ('prepared', 'approved', 'paid', 'declined', 'withdrawn')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- The seller's bank account at that moment; `bank_saved_at` is its version.
  bank_name text NOT NULL,
  bank_account_ends_with text NOT NULL,
  bank_saved_at timestamptz NOT NULL,
  -- Payouts to this seller until then, without reversed ones, and the largest of them.
  former_payouts integer NOT NULL CHECK (former_payouts >= 0),
  largest_former_cents bigint NOT NULL CHECK (largest_former_cents >= 0),
  prepared_by bigint NOT NULL REFERENCES users,
  prepared_at timestamptz NOT NULL,
  approved_by bigint REFERENCES users CHECK (approved_by <> prepared_by),
  approved_at timestamptz,
  -- Null: the rule of `cause` ended it.
  ended_by bigint REFERENCES users,
  ended_at timestamptz,
  cause text CHECK (cause IN ('person', 'bank_changed', 'not_covered', 'expired', 'people_changed')),
  reason text CHECK (length(reason) BETWEEN 1 AND 200),
  posting_id bigint UNIQUE REFERENCES ledger_postings,
  UNIQUE (seller_id, key),
  CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  CHECK ((state IN ('paid', 'declined', 'withdrawn')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'paid') = (posting_id IS NOT NULL)),
  CHECK ((state IN ('declined', 'withdrawn')) = (cause IS NOT NULL)),
  CHECK (state NOT IN ('approved', 'paid') OR approved_by IS NOT NULL),
  CHECK (state <> 'prepared' OR approved_by IS NULL),
  -- Whoever prepared it withdraws it; another one declines it.
  CHECK (state <> 'declined' OR (cause = 'person' AND ended_by <> prepared_by)),
  CHECK ((cause = 'person') = (reason IS NOT NULL)),
  CHECK (cause IS NULL OR (cause = 'person') = (ended_by IS NOT NULL))
);
CREATE INDEX payouts_approved_by_idx ON payouts (approved_by) WHERE approved_by IS NOT NULL;
CREATE INDEX payouts_ended_by_idx ON payouts (ended_by) WHERE ended_by IS NOT NULL;
CREATE INDEX payouts_open_idx ON payouts (seller_id) WHERE state IN ('prepared', 'approved');
CREATE INDEX payouts_prepared_by_idx ON payouts (prepared_by);

-- The last number used. The row stays locked until the receipt is committed, so a rollback leaves no gap.
CREATE TABLE receipt_series (
  seller_id bigint NOT NULL REFERENCES sellers,
  kind text NOT NULL CHECK (kind IN ('receipt', 'refund_note')),
  year smallint NOT NULL,
  last_number integer NOT NULL CHECK (last_number > 0),
  -- After a restore, numbers that may have been given in the lost time are skipped (docs/decisions/backups.md).
  skipped integer NOT NULL DEFAULT 0 CHECK (skipped >= 0),
  PRIMARY KEY (seller_id, kind, year)
);

-- Immutable once issued, except for erasing the buyer and recording the mail.
CREATE TABLE receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  posting_id bigint NOT NULL REFERENCES ledger_postings,
  sale_id bigint NOT NULL REFERENCES ledger_postings,
  seller_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('receipt', 'refund_note')),
  -- Calendar year in Malaysian time.
  year smallint NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  issued_at timestamptz NOT NULL,
  -- Null for a company that bought without an account.
  buyer_id bigint REFERENCES users,
  buyer jsonb NOT NULL,
  seller jsonb NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'ms')),
  reference text NOT NULL DEFAULT '',
  through text NOT NULL CHECK (through IN ('provider', 'bank')),
  total_cents bigint NOT NULL CHECK (total_cents > 0),
  tax_cents bigint NOT NULL CHECK (tax_cents >= 0),
  mailed_at timestamptz,
  CONSTRAINT receipts_posting_id_seller_id_key UNIQUE (posting_id, seller_id),
  CONSTRAINT receipts_seller_id_kind_year_number_key UNIQUE (seller_id, kind, year, number)
);
CREATE INDEX receipts_buyer_idx ON receipts (buyer_id, id DESC);
CREATE INDEX receipts_sale_idx ON receipts (sale_id);
CREATE TRIGGER receipts_frozen BEFORE UPDATE ON receipts FOR EACH ROW
  WHEN ((((to_jsonb(OLD.*) - 'buyer') - 'mailed_at') IS DISTINCT FROM ((to_jsonb(NEW.*) - 'buyer') - 'mailed_at'))
     OR (NEW.buyer IS DISTINCT FROM OLD.buyer AND (NEW.buyer <> '{}')))
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER receipts_kept BEFORE DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER receipts_not_emptied BEFORE TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

-- ==== Invoices: seats that a company pays by bank transfer

-- Locked counters for numbers without gaps, per seller, kind and year in Malaysian time.
CREATE TABLE invoice_series (
  seller_id bigint NOT NULL REFERENCES sellers,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  year integer NOT NULL,
  last_number integer NOT NULL DEFAULT 0 CHECK (last_number >= 0),
  skipped integer NOT NULL DEFAULT 0 CHECK (skipped >= 0),
  PRIMARY KEY (seller_id, kind, year)
);

CREATE TABLE invoices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  seller_id bigint NOT NULL REFERENCES sellers,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'issued', 'paid', 'void')),
  language text NOT NULL CHECK (language IN ('en', 'ms')),
  currency text NOT NULL DEFAULT 'MYR' CHECK (currency = 'MYR'),
  company_name text NOT NULL CHECK (company_name <> ''),
  registration_number text NOT NULL DEFAULT '',
  tax_number text NOT NULL DEFAULT '',
  company_address text NOT NULL DEFAULT '',
  contact_name text NOT NULL DEFAULT '',
  contact_email citext NOT NULL,
  purchase_order text NOT NULL DEFAULT '',
  due_on date NOT NULL,
  -- Prices include SST; both rates are those of the seller at the time of issue.
  tax_basis_points integer NOT NULL DEFAULT 0 CHECK (tax_basis_points >= 0 AND tax_basis_points <= 10000),
  fee_basis_points integer NOT NULL DEFAULT 0 CHECK (fee_basis_points >= 0 AND fee_basis_points <= 10000),
  total_cents bigint NOT NULL DEFAULT 0 CHECK (total_cents >= 0),
  tax_cents bigint NOT NULL DEFAULT 0,
  -- Given at issue. A draft has no number, so no number is skipped.
  year integer,
  number integer,
  issued_at timestamptz,
  -- Seller and bank details at the time of issue.
  seller_details jsonb,
  bank_details jsonb,
  -- Increased to invalidate the current link.
  link_version integer NOT NULL DEFAULT 1,
  paid_at timestamptz,
  paid_on date,
  bank_reference text,
  voided_at timestamptz,
  void_reason text,
  credit_year integer,
  credit_number integer,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  reminded_at timestamptz,
  CONSTRAINT invoices_seller_id_credit_year_credit_number_key UNIQUE (seller_id, credit_year, credit_number),
  CONSTRAINT invoices_seller_id_year_number_key UNIQUE (seller_id, year, number),
  CONSTRAINT invoices_check CHECK (tax_cents >= 0 AND tax_cents <= total_cents),
  CONSTRAINT invoices_check1 CHECK ((state = 'draft') = (number IS NULL)),
  CONSTRAINT invoices_check2 CHECK (((number IS NULL) = (year IS NULL)) AND ((number IS NULL) = (issued_at IS NULL))),
  CONSTRAINT invoices_check3 CHECK (number IS NULL OR (seller_details IS NOT NULL AND bank_details IS NOT NULL)),
  CONSTRAINT invoices_check4 CHECK (state <> 'paid' OR paid_at IS NOT NULL),
  CONSTRAINT invoices_check5 CHECK (paid_at IS NULL OR state IN ('paid', 'void')),
  CONSTRAINT invoices_check6 CHECK (((paid_at IS NULL) = (paid_on IS NULL)) AND ((paid_at IS NULL) = (bank_reference IS NULL))),
  CONSTRAINT invoices_check7 CHECK (((state = 'void') = (voided_at IS NOT NULL)) AND ((state = 'void') = (credit_number IS NOT NULL))),
  CONSTRAINT invoices_check8 CHECK (((credit_number IS NULL) = (credit_year IS NULL)) AND ((credit_number IS NULL) = (void_reason IS NULL)))
);
CREATE INDEX invoices_created_by_idx ON invoices (created_by);
CREATE INDEX invoices_seller_idx ON invoices (seller_id, id DESC);
-- Invoices that can still be reminded of.
CREATE INDEX invoices_unreminded_idx ON invoices (due_on)
  WHERE state = 'issued' AND reminded_at IS NULL;

CREATE TABLE invoice_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id bigint NOT NULL REFERENCES invoices ON DELETE CASCADE,
  course_id bigint NOT NULL REFERENCES courses ON DELETE RESTRICT,
  title text NOT NULL,
  seats integer NOT NULL CHECK (seats >= 1 AND seats <= 500),
  unit_price_cents integer NOT NULL CHECK (unit_price_cents >= 0),
  list_price_cents integer NOT NULL CHECK (list_price_cents >= 0),
  total_cents bigint NOT NULL,
  tax_cents bigint NOT NULL DEFAULT 0 CHECK (tax_cents >= 0),
  access_days smallint,
  access_months smallint,
  first_course_ids bigint[],
  CONSTRAINT invoice_lines_invoice_id_course_id_key UNIQUE (invoice_id, course_id),
  CONSTRAINT invoice_lines_check CHECK (total_cents = ((seats)::bigint * unit_price_cents)),
  CONSTRAINT invoice_lines_check1 CHECK (tax_cents <= total_cents)
);
CREATE INDEX invoice_lines_course_idx ON invoice_lines (course_id);

-- A person named for a seat. After payment: enrolled if the address is verified, else waiting.
CREATE TABLE invoice_seats (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line_id bigint NOT NULL REFERENCES invoice_lines ON DELETE CASCADE,
  email citext NOT NULL,
  name text NOT NULL DEFAULT '',
  user_id bigint REFERENCES users,
  state text NOT NULL DEFAULT 'named' CHECK (state IN ('named', 'waiting', 'enrolled', 'revoked')),
  -- True when this seat enrolled its holder; revoking the seat then ends the enrolment.
  gave_access boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  enrolled_at timestamptz,
  revoked_at timestamptz,
  invited_at timestamptz,
  access_from timestamptz,
  access_to timestamptz,
  extends_access boolean NOT NULL DEFAULT false,
  CONSTRAINT invoice_seats_check CHECK (state <> 'enrolled' OR user_id IS NOT NULL),
  CONSTRAINT invoice_seats_check1 CHECK ((state = 'revoked') = (revoked_at IS NOT NULL))
);
CREATE INDEX invoice_seats_email_idx ON invoice_seats (email);
CREATE INDEX invoice_seats_line_idx ON invoice_seats (line_id, id);
-- One seat per person, course and invoice.
CREATE UNIQUE INDEX invoice_seats_person_key ON invoice_seats (line_id, email)
  WHERE state <> 'revoked';
CREATE INDEX invoice_seats_uninvited_idx ON invoice_seats (id)
  WHERE state = 'waiting' AND invited_at IS NULL;
CREATE INDEX invoice_seats_user_idx ON invoice_seats (user_id);

-- Seats of paid invoices that enrolled a person.
CREATE VIEW held_seats AS
SELECT p.user_id, l.course_id, i.public_id AS invoice_id
  FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id JOIN invoices i ON i.id = l.invoice_id
 WHERE p.state = 'enrolled';

-- The periods that people hold by granted order lines and by seats; access_to null: for ever. One that was settled without a noted period
-- counts from its settlement. Periods that were noted before the cohort moved to a later day have moved with it. `has_price`: money was
-- paid for it.
CREATE VIEW held_periods AS
WITH noted AS (
  SELECT o.buyer_id AS user_id, l.course_id, coalesce(l.access_from, o.settled_at) AS access_from,
         CASE WHEN l.access_from IS NULL THEN access_end(o.settled_at, l.access_days, l.access_months) ELSE l.access_to END AS access_to,
         l.price_cents > 0 AS has_price
    FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.settled_at IS NOT NULL AND l.status = 'granted'
  UNION ALL
  SELECT p.user_id, l.course_id, coalesce(p.access_from, p.enrolled_at),
         CASE WHEN p.access_from IS NULL THEN access_end(p.enrolled_at, l.access_days, l.access_months) ELSE p.access_to END, true
    FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id WHERE p.state = 'enrolled'),
moved AS (
  SELECT n.user_id, n.course_id, n.access_from, n.access_to, n.has_price,
         greatest(interval '0', start_of_day(e.starts_on) - min(n.access_from) OVER (PARTITION BY n.user_id, n.course_id)) AS by
    FROM noted n LEFT JOIN active_enrolments e ON e.user_id = n.user_id AND e.course_id = n.course_id)
SELECT user_id, course_id, access_from + by AS access_from, access_to + by AS access_to, has_price FROM moved;

-- What happened to an invoice, and who did it. Both closed lists are in the code; the database checks their form only.
CREATE TABLE invoice_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id bigint NOT NULL REFERENCES invoices ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  by_user_id bigint REFERENCES users ON DELETE SET NULL,
  what text NOT NULL CHECK (what ~ '^[a-z_]{1,40}$'),
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX invoice_events_by_user_idx ON invoice_events (by_user_id);
CREATE INDEX invoice_events_invoice_idx ON invoice_events (invoice_id, id);

-- Mails sent because of an invoice, counted per seller and day.
CREATE TABLE invoice_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  invoice_id bigint NOT NULL REFERENCES invoices ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invoice_mails_invoice_idx ON invoice_mails (invoice_id);
CREATE INDEX invoice_mails_seller_idx ON invoice_mails (seller_id, at);

-- ==== Achievements: points, badges, certificates

-- One row per learner: their time zone, and the row that is locked while their activity is counted.
CREATE TABLE learner_records (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- IANA name that the browser reported.
  time_zone text NOT NULL DEFAULT 'Asia/Kuala_Lumpur' CHECK (time_zone <> '' AND length(time_zone) <= 64)
);

-- Points, levels and badges are computed from this log. `ref` is the id of the cause; each cause counts once.
CREATE TABLE xp_events (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('lesson.completed', 'course.completed', 'attempt.passed', 'discussion.started',
    'discussion.answered', 'streak.reached')),
  ref bigint NOT NULL CHECK (ref > 0),
  points integer NOT NULL CHECK (points > 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, ref)
);

-- The first completion of a course by a person. It stays when lessons are added later.
CREATE VIEW completed_courses AS
SELECT user_id, ref AS course_id, at FROM xp_events WHERE kind = 'course.completed';

-- Quarters of an hour in which a person learned: they can be grouped into days of every time zone.
CREATE TABLE learning_activity (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  quarter timestamptz NOT NULL CHECK (((EXTRACT(epoch FROM quarter))::bigint % (900)::bigint) = 0),
  PRIMARY KEY (user_id, quarter)
);

CREATE TABLE earned_badges (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  badge text NOT NULL,
  earned_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, badge)
);

-- One per person and course, with the names of the day of issue.
CREATE TABLE certificates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE CHECK (length(public_id) >= 20),
  user_id bigint NOT NULL REFERENCES users,
  course_id bigint NOT NULL REFERENCES courses,
  -- Null for a person who had not given a name.
  learner_name text,
  course_title text NOT NULL,
  seller_name text NOT NULL,
  issued_at timestamptz NOT NULL,
  -- Set when the enrolment was revoked, for example by a refund.
  revoked_at timestamptz,
  -- Facts of the day of issue (docs/decisions/achievements.md). Null where they were not recorded.
  teacher_id bigint REFERENCES users,
  -- Null for a teacher without a name, and once their account is erased.
  teacher_name text,
  -- Whole minutes of published video; null when a video's length is unknown, or there is none.
  video_minutes integer CHECK (video_minutes > 0),
  -- When the learner saw that the course is finished.
  seen_at timestamptz,
  -- A person of the course withdrew it (docs/decisions/achievements.md). `revoked_at` follows the enrolment, so a new enrolment does
  -- not restore what a person withdrew.
  withdrawn_at timestamptz,
  withdrawn_by bigint REFERENCES users,
  withdrawal_reason text,
  -- As the rule was on the day of issue.
  minutes integer,
  signer_name text,
  signer_role text,
  CONSTRAINT certificates_user_id_course_id_key UNIQUE (user_id, course_id)
);
-- Erasing an account removes the name from the certificates that name it as teacher.
CREATE INDEX certificates_teacher_idx ON certificates (teacher_id) WHERE teacher_id IS NOT NULL;
CREATE INDEX certificates_user_idx ON certificates (user_id, id DESC) WHERE revoked_at IS NULL;

-- Certificates in every state: valid while neither revoked nor withdrawn.
CREATE VIEW certificate_cards AS
SELECT public_id, user_id, course_id, issued_at, revoked_at, withdrawn_at FROM certificates;

-- The author's rule for certificates of a course (docs/decisions/achievements.md). A course without a row issues them.
CREATE TABLE certificate_rules (
  course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
  is_on boolean NOT NULL,
  changed_by bigint NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL,
  -- What a certificate needs besides completed lessons, and what it prints (docs/decisions/achievements.md).
  watched_percent smallint CHECK (watched_percent BETWEEN 50 AND 95),
  quiz_percent smallint CHECK (quiz_percent BETWEEN 1 AND 100),
  minutes integer CHECK (minutes BETWEEN 30 AND 60000),
  signer_name text CHECK (length(signer_name) BETWEEN 1 AND 100),
  signer_role text CHECK (length(signer_role) <= 100),
  -- Not printed without a signer (docs/decisions/achievements.md).
  signature_id bigint REFERENCES media
);
CREATE INDEX certificate_rules_signature_idx ON certificate_rules (signature_id)
  WHERE signature_id IS NOT NULL;
-- Sales pages name the certificate. The deletion of a course announces itself.
CREATE TRIGGER certificate_rules_inserted_tell AFTER INSERT ON certificate_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER certificate_rules_updated_tell AFTER UPDATE ON certificate_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();

CREATE VIEW courses_without_certificates AS SELECT course_id FROM certificate_rules WHERE NOT is_on;

CREATE VIEW certificate_requirements AS
SELECT course_id, watched_percent, quiz_percent FROM certificate_rules
 WHERE is_on AND (watched_percent IS NOT NULL OR quiz_percent IS NOT NULL);

-- As they were on the day of issue; without a row the certificate shows none.
CREATE TABLE certificate_pictures (
  certificate_id bigint PRIMARY KEY REFERENCES certificates ON DELETE CASCADE,
  signature_id bigint REFERENCES media,
  logo_id bigint REFERENCES media,
  CHECK (signature_id IS NOT NULL OR logo_id IS NOT NULL)
);
CREATE INDEX certificate_pictures_logo_idx ON certificate_pictures (logo_id)
  WHERE logo_id IS NOT NULL;
CREATE INDEX certificate_pictures_signature_idx ON certificate_pictures (signature_id)
  WHERE signature_id IS NOT NULL;

-- For keeping files: what rules name and certificates show, also those that are no longer valid.
CREATE VIEW certificate_files AS
SELECT signature_id AS media_id FROM certificate_rules WHERE signature_id IS NOT NULL
UNION ALL SELECT signature_id FROM certificate_pictures WHERE signature_id IS NOT NULL
UNION ALL SELECT logo_id FROM certificate_pictures WHERE logo_id IS NOT NULL;

-- For opening files.
CREATE VIEW shown_signatures AS
SELECT p.signature_id AS media_id FROM certificate_pictures p JOIN certificates c ON c.id = p.certificate_id
 WHERE p.signature_id IS NOT NULL AND c.revoked_at IS NULL AND c.withdrawn_at IS NULL;

CREATE VIEW signatures_of_courses AS
SELECT signature_id AS media_id, course_id FROM certificate_rules WHERE signature_id IS NOT NULL;

-- ==== Prerequisites (docs/decisions/course-openings.md), and what a learner may open

-- Courses that come before a course.
CREATE TABLE course_prerequisites (
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  prerequisite_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  place smallint NOT NULL CHECK (place BETWEEN 0 AND 4),
  -- Since when it is a condition; null: a recommendation.
  required_since timestamptz,
  PRIMARY KEY (course_id, prerequisite_id),
  CHECK (course_id <> prerequisite_id)
);
CREATE INDEX course_prerequisites_prerequisite_idx ON course_prerequisites (prerequisite_id);
-- Cached cards and sales pages name them.
CREATE TRIGGER course_prerequisites_inserted_tell AFTER INSERT ON course_prerequisites REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER course_prerequisites_updated_tell AFTER UPDATE ON course_prerequisites REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER course_prerequisites_deleted_tell AFTER DELETE ON course_prerequisites REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();

-- Whom the course's people let start at once; the newest row holds. Append-only but for the erasure of the learner.
CREATE TABLE prerequisite_passes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  actor_id bigint NOT NULL REFERENCES users,
  may_start boolean NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX prerequisite_passes_actor_idx ON prerequisite_passes (actor_id);
CREATE INDEX prerequisite_passes_course_idx ON prerequisite_passes (course_id);
CREATE INDEX prerequisite_passes_person_idx ON prerequisite_passes (user_id, course_id, id DESC);

-- The conditions of which a person was told when they were enrolled, each known by its time.
CREATE TABLE enrolment_conditions (
  enrolment_id bigint NOT NULL REFERENCES enrolments ON DELETE CASCADE,
  prerequisite_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  required_since timestamptz NOT NULL,
  PRIMARY KEY (enrolment_id, prerequisite_id, required_since)
);
CREATE INDEX enrolment_conditions_prerequisite_idx ON enrolment_conditions (prerequisite_id);

-- Prerequisites that are published. `is_open`: somebody who is not enrolled in it can get it and complete it: it has published lessons, is
-- not private, and is free or of a seller who may sell. Nobody can get a course of a suspended seller; a limited one sells.
CREATE VIEW shown_prerequisites AS
SELECT p.course_id, p.prerequisite_id, p.place, p.required_since, c.title, c.is_private, c.has_lessons,
       c.has_lessons AND NOT c.is_private AND NOT c.is_withheld AND (c.price_cents = 0 OR EXISTS (
         SELECT FROM sellers s WHERE s.id = c.seller_id AND (s.is_platform OR s.selling_state IN ('approved', 'limited')
            OR EXISTS (SELECT FROM payment_accounts a WHERE a.seller_id = s.id AND a.is_live)))) AS is_open
  FROM course_prerequisites p
  JOIN LATERAL (SELECT k.*, EXISTS (SELECT FROM published_resources r WHERE r.course_id = k.id) AS has_lessons
                  FROM course_cards k WHERE k.id = p.prerequisite_id AND k.is_published) c ON true;

-- Conditions by person, enrolled or not. One that only its learners can complete counts for them, and none from which the person was
-- removed. Whoever has begun the course, or may start, has none.
CREATE VIEW personal_prerequisites AS
SELECT u.id AS user_id, p.course_id, p.prerequisite_id, p.required_since,
       EXISTS (SELECT FROM completed_courses d WHERE d.user_id = u.id AND d.course_id = p.prerequisite_id) AS is_completed
  FROM shown_prerequisites p CROSS JOIN user_cards u
 WHERE p.required_since IS NOT NULL AND p.has_lessons
   AND (EXISTS (SELECT FROM open_enrolments e WHERE e.user_id = u.id AND e.course_id = p.prerequisite_id)
        OR (p.is_open AND NOT EXISTS (SELECT FROM enrolments e WHERE e.user_id = u.id AND e.course_id = p.prerequisite_id
                                         AND e.revoked_at IS NOT NULL AND e.removed_at IS NOT NULL)))
   AND NOT EXISTS (SELECT FROM enrolments e WHERE e.user_id = u.id AND e.course_id = p.course_id AND e.last_accessed_at IS NOT NULL)
   AND NOT EXISTS (SELECT FROM learner_progress d JOIN outline_resources r ON r.id = d.resource_id
                    WHERE d.user_id = u.id AND r.course_id = p.course_id)
   AND NOT EXISTS (SELECT FROM learner_attempts t JOIN outline_resources r ON r.id = t.resource_id
                    WHERE t.user_id = u.id AND r.course_id = p.course_id)
   AND NOT coalesce((SELECT w.may_start FROM prerequisite_passes w
                      WHERE w.user_id = u.id AND w.course_id = p.course_id ORDER BY w.id DESC LIMIT 1), false);

-- The conditions of an enrolment: those that were noted when it was given, as far as they hold now. One that was set anew since is another.
-- OFFSET 0: what holds for a person is looked up for each noted condition, never for all people.
CREATE VIEW enrolment_prerequisites AS
SELECT e.user_id, e.course_id, n.prerequisite_id, p.is_completed
  FROM active_enrolments e JOIN enrolment_conditions n ON n.enrolment_id = e.id
  JOIN LATERAL (
    SELECT h.is_completed FROM personal_prerequisites h
     WHERE h.user_id = e.user_id AND h.course_id = e.course_id AND h.prerequisite_id = n.prerequisite_id
       AND h.required_since = n.required_since OFFSET 0) p ON true;

-- The one rule of who waits: the contents of a course stay closed to a learner with a row here.
CREATE VIEW awaited_prerequisites AS
SELECT user_id, course_id, prerequisite_id FROM enrolment_prerequisites WHERE NOT is_completed;

-- Whether the contents of a course stay closed to a learner, for statements that ask about one learner after the other. Its statements
-- are planned when they run first, and the second one only for a learner with conditions: as a part of other statements the view took
-- most of the time of planning them, once on each connection.
CREATE FUNCTION awaits_prerequisites(learner bigint, course bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM active_enrolments e JOIN enrolment_conditions n ON n.enrolment_id = e.id
                  WHERE e.user_id = learner AND e.course_id = course) THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM awaited_prerequisites w WHERE w.user_id = learner AND w.course_id = course);
END $$;

-- Enrolments whose contents are open, as far as the enrolment decides it: access has not ended, and nothing is waited for.
CREATE VIEW studying_enrolments AS
SELECT e.user_id, e.course_id, e.id, e.granted_at FROM open_enrolments e
 WHERE NOT awaits_prerequisites(e.user_id, e.course_id);

-- Which modules are open to a learner is decided by this view; the items of an open module follow it. A rule about time, such as
-- a module that opens some days after enrolment, is a condition here.
CREATE VIEW open_modules AS
SELECT o.user_id, o.id, o.course_id, o.title, o.sort_order
  FROM module_openings o
 WHERE (o.opens_at IS NULL OR o.opens_at <= now()) AND NOT awaits_prerequisites(o.user_id, o.course_id);

-- What a learner may open now: one row for each learner of the course.
CREATE VIEW open_resources AS
SELECT m.user_id, r.id, r.content_id, r.course_id, r.media_id, r.title, r.file_type, r.module_sort_order, r.sort_order, r.is_required
  FROM open_modules m JOIN published_resources r ON r.content_id = m.id;

-- For the calendar of each learner.
CREATE VIEW learner_live_sessions AS
SELECT e.user_id, s.id, s.course_id, c.title AS course_title, s.title, s.starts_at, s.minutes, s.changed_at
  FROM planned_sessions s JOIN courses c ON c.id = s.course_id JOIN studying_enrolments e ON e.course_id = s.course_id
  JOIN learner_cohorts k ON k.user_id = e.user_id AND k.course_id = e.course_id
 WHERE s.removed_at IS NULL AND is_in_audience(s.cohort_id, s.is_without_cohort, k.cohort_id);

-- ==== Notifications

-- The text is made from kind and data when it is read. One notification per occasion.
CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind ~ '^[a-z]+\.[a-zA-Z]+$'),
  occasion text NOT NULL,
  data jsonb NOT NULL,
  -- The person who caused it; their name is read when it is shown.
  actor_id bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  CONSTRAINT notifications_user_id_kind_occasion_key UNIQUE (user_id, kind, occasion)
);
CREATE INDEX notifications_unread_idx ON notifications (user_id) WHERE read_at IS NULL;
-- Reports of one discussion notify once until the notification is read.
CREATE UNIQUE INDEX notifications_unread_report_key ON notifications (user_id, ((data ->> 'discussionId')))
  WHERE kind = 'post.reported' AND read_at IS NULL;
CREATE INDEX notifications_user_idx ON notifications (user_id, id DESC);

-- How often a seller wants mail about sales. Without a row: for each sale.
CREATE TABLE sale_mail_choices (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  wanted text NOT NULL CHECK (wanted IN ('each', 'daily', 'never'))
);

-- Sales for the next daily mail.
CREATE TABLE waiting_sale_mails (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  order_id bigint NOT NULL REFERENCES orders ON DELETE CASCADE,
  sold_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, order_id)
);
CREATE INDEX waiting_sale_mails_order_idx ON waiting_sale_mails (order_id);
CREATE INDEX waiting_sale_mails_sold_idx ON waiting_sale_mails (sold_at);

-- ==== Webhooks (docs/decisions/integrations.md)

-- Events that are sent to programs of a business: docs/decisions/integrations.md.
CREATE TABLE webhook_endpoints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id bigint NOT NULL REFERENCES businesses,
  url text NOT NULL CHECK (length(url) BETWEEN 10 AND 500),
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 20),
  -- AES-256-GCM under a key derived from APP_SECRET.
  secret_encrypted bytea NOT NULL,
  -- The secret before the last replacement; it also signs until then.
  former_secret_encrypted bytea,
  former_valid_until timestamptz,
  is_enabled boolean NOT NULL DEFAULT true,
  -- The first failure since the last success.
  failing_since timestamptz,
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  -- Whether the endpoint is on the machine of the server itself, and was added from there: only then may its messages go there.
  is_on_this_machine boolean NOT NULL DEFAULT false,
  CHECK ((former_secret_encrypted IS NULL) = (former_valid_until IS NULL))
);
CREATE INDEX webhook_endpoints_business_idx ON webhook_endpoints (business_id);
CREATE INDEX webhook_endpoints_creator_idx ON webhook_endpoints (created_by);

-- One message to one endpoint, with its last attempt.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  event_type text NOT NULL,
  -- The body as it is sent and signed.
  body text NOT NULL,
  -- The learner or buyer in the body.
  user_id bigint REFERENCES users,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  -- Attempts before it was last sent again by hand.
  attempts_before int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  response_status int,
  -- The first kilobyte.
  response_text text CHECK (length(response_text) <= 1024),
  -- A code when no answer came, such as TIMEOUT.
  failure text,
  duration_ms int
);
CREATE INDEX webhook_deliveries_age_idx ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_endpoint_idx ON webhook_deliveries (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_person_idx ON webhook_deliveries (user_id) WHERE user_id IS NOT NULL;

-- ==== Figures of courses and of the platform (docs/decisions/figures.md)

-- Figures are kept from changes. Triggers append what changed to
-- figure_changes, in the transaction of the event; a job adds it to the sums. A reader adds both, so a figure is right at any moment.
CREATE TABLE figure_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint,
  -- The first day of a month in Kuala Lumpur, of the enrolment or the settlement.
  month date,
  enrolments integer NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  completed integer NOT NULL DEFAULT 0,
  -- The lessons of the course changed: its completions are counted again.
  lessons_changed boolean NOT NULL DEFAULT false,
  -- Somebody who may have got or lost their first booking.
  user_id bigint,
  accounts integer NOT NULL DEFAULT 0,
  paid_orders integer NOT NULL DEFAULT 0,
  paid_cents bigint NOT NULL DEFAULT 0
);

-- Active enrolments, revenue of lines that give access, lessons of one learner, and completed lessons of all active enrolments.
CREATE TABLE course_figures (
  course_id bigint PRIMARY KEY,
  enrolments integer NOT NULL,
  revenue_cents bigint NOT NULL DEFAULT 0,
  lessons integer NOT NULL,
  completed bigint NOT NULL
);
CREATE INDEX course_figures_popular_idx ON course_figures (enrolments DESC, revenue_cents DESC, course_id);

-- Course 0 is the sum of all.
CREATE TABLE course_months (
  course_id bigint NOT NULL,
  month date NOT NULL,
  enrolments integer NOT NULL,
  revenue_cents bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (course_id, month)
);

-- Accounts with a settled order or an active free enrolment.
CREATE TABLE booked_people (
  user_id bigint PRIMARY KEY
);

-- One row. `lessons` is the sum over all active enrolments.
CREATE TABLE platform_figures (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Null until the sums were first computed: readers count rows until then.
  built_at timestamptz,
  accounts bigint NOT NULL DEFAULT 0,
  booked_people bigint NOT NULL DEFAULT 0,
  enrolments bigint NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  lessons bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  paid_orders bigint NOT NULL DEFAULT 0,
  paid_cents bigint NOT NULL DEFAULT 0
);

INSERT INTO platform_figures DEFAULT VALUES;

CREATE FUNCTION enrolment_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted boolean := TG_OP <> 'INSERT' AND OLD.revoked_at IS NULL;
  counts boolean := TG_OP <> 'DELETE' AND NEW.revoked_at IS NULL;
BEGIN
  IF counted THEN
    INSERT INTO figure_changes (course_id, month, enrolments, completed, user_id)
    SELECT OLD.course_id, month_in_kuala_lumpur(OLD.granted_at), -1, -count(p.completed_at), OLD.user_id
      FROM lessons l JOIN resource_progress p ON p.resource_id = l.id AND p.user_id = OLD.user_id WHERE l.course_id = OLD.course_id;
  END IF;
  IF counts THEN
    INSERT INTO figure_changes (course_id, month, enrolments, completed, user_id)
    SELECT NEW.course_id, month_in_kuala_lumpur(NEW.granted_at), 1, count(p.completed_at), NEW.user_id
      FROM lessons l JOIN resource_progress p ON p.resource_id = l.id AND p.user_id = NEW.user_id WHERE l.course_id = NEW.course_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER enrolment_figures AFTER INSERT OR DELETE OR UPDATE OF user_id, course_id, source, granted_at, revoked_at ON enrolments
  FOR EACH ROW EXECUTE FUNCTION enrolment_figures_changed();

-- Until the end of a transaction that completes a lesson its course keeps its lessons, and its learner the enrolment.
CREATE FUNCTION completion_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.completed_at IS NOT NULL THEN 1 ELSE -1 END;
  resource bigint := CASE WHEN TG_OP = 'DELETE' THEN OLD.resource_id ELSE NEW.resource_id END;
  learner bigint := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
  course bigint;
BEGIN
  SELECT r.course_id INTO course FROM outline_resources r WHERE r.id = resource;
  IF course IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(4702003, (course % 2147483647)::integer);
  PERFORM FROM enrolments WHERE user_id = learner AND course_id = course AND revoked_at IS NULL FOR SHARE;
  IF FOUND AND EXISTS (SELECT FROM lessons WHERE id = resource) THEN
    INSERT INTO figure_changes (course_id, completed) VALUES (course, change);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER completion_figures_inserted AFTER INSERT ON resource_progress FOR EACH ROW
  WHEN (NEW.completed_at IS NOT NULL) EXECUTE FUNCTION completion_figures_changed();
CREATE TRIGGER completion_figures_updated AFTER UPDATE OF completed_at ON resource_progress FOR EACH ROW
  WHEN ((OLD.completed_at IS NULL) <> (NEW.completed_at IS NULL)) EXECUTE FUNCTION completion_figures_changed();
CREATE TRIGGER completion_figures_deleted AFTER DELETE ON resource_progress FOR EACH ROW
  WHEN (OLD.completed_at IS NOT NULL) EXECUTE FUNCTION completion_figures_changed();

CREATE FUNCTION lessons_of_course_changed(course bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF course IS NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(4702003, (course % 2147483647)::integer);
  INSERT INTO figure_changes (course_id, lessons_changed) VALUES (course, true);
END $$;

-- Before the row is locked: a transaction that completes lessons waits for rows of resources, too.
CREATE FUNCTION module_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM lessons_of_course_changed(OLD.course_id);
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.course_id <> OLD.course_id) THEN
    PERFORM lessons_of_course_changed(NEW.course_id);
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER module_figures BEFORE DELETE OR UPDATE OF course_id, is_published ON course_contents FOR EACH ROW
  EXECUTE FUNCTION module_figures_changed();

CREATE FUNCTION resource_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM lessons_of_course_changed((SELECT course_id FROM course_contents WHERE id = OLD.content_id));
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.content_id <> OLD.content_id) THEN
    PERFORM lessons_of_course_changed((SELECT course_id FROM course_contents WHERE id = NEW.content_id));
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER resource_figures BEFORE INSERT OR DELETE OR UPDATE OF content_id, is_published, file_type ON course_resources FOR EACH ROW
  EXECUTE FUNCTION resource_figures_changed();

-- A line and its order are settled by one statement, so the order's time is visible here.
CREATE FUNCTION line_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (course_id, month, revenue_cents, user_id)
  SELECT NEW.course_id, month_in_kuala_lumpur(o.settled_at),
         CASE WHEN NEW.status = 'granted' THEN NEW.price_cents ELSE 0 END
           - CASE WHEN TG_OP = 'UPDATE' AND OLD.status = 'granted' THEN OLD.price_cents ELSE 0 END, o.buyer_id
    FROM orders o WHERE o.id = NEW.order_id AND o.settled_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER line_figures_inserted AFTER INSERT ON order_lines FOR EACH ROW
  WHEN (NEW.status <> 'open') EXECUTE FUNCTION line_figures_changed();
CREATE TRIGGER line_figures_updated AFTER UPDATE OF status, price_cents ON order_lines FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.price_cents <> NEW.price_cents) EXECUTE FUNCTION line_figures_changed();

CREATE FUNCTION order_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP = 'UPDATE' AND OLD.state = 'paid' THEN 1 ELSE 0 END;
  is_now integer := CASE WHEN NEW.state = 'paid' THEN 1 ELSE 0 END;
BEGIN
  INSERT INTO figure_changes (paid_orders, paid_cents)
  VALUES (is_now - was, is_now * NEW.total_cents::bigint - CASE WHEN was = 1 THEN OLD.total_cents ELSE 0 END);
  RETURN NULL;
END $$;
CREATE TRIGGER order_figures_inserted AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.state = 'paid') EXECUTE FUNCTION order_figures_changed();
CREATE TRIGGER order_figures_updated AFTER UPDATE OF state, total_cents ON orders FOR EACH ROW
  WHEN ((OLD.state = 'paid' OR NEW.state = 'paid') AND (OLD.state <> NEW.state OR OLD.total_cents <> NEW.total_cents))
  EXECUTE FUNCTION order_figures_changed();

CREATE FUNCTION account_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (accounts, user_id)
  VALUES (CASE WHEN TG_OP <> 'DELETE' AND NEW.erased_at IS NULL THEN 1 ELSE 0 END
            - CASE WHEN TG_OP <> 'INSERT' AND OLD.erased_at IS NULL THEN 1 ELSE 0 END,
          CASE WHEN TG_OP = 'DELETE' THEN OLD.id WHEN TG_OP = 'UPDATE' THEN NEW.id END);
  RETURN NULL;
END $$;
CREATE TRIGGER account_figures AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION account_figures_changed();
CREATE TRIGGER account_figures_updated AFTER UPDATE OF erased_at ON users FOR EACH ROW
  WHEN ((OLD.erased_at IS NULL) <> (NEW.erased_at IS NULL)) EXECUTE FUNCTION account_figures_changed();

-- ==== Figures by day (docs/decisions/figures.md)

-- What sellers see in their studio by day. Triggers append changes, the job `figures.fold` adds them
-- to the sums, and a reader adds both. Subject 0 is the sum of all courses, or of all sellers.
CREATE TABLE day_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('course', 'seller')),
  subject_id bigint NOT NULL,
  -- In Kuala Lumpur: of the enrolment, or of the posting in the ledger.
  day date NOT NULL,
  enrolments integer NOT NULL DEFAULT 0,
  orders integer NOT NULL DEFAULT 0,
  gross_cents bigint NOT NULL DEFAULT 0,
  refunded_cents bigint NOT NULL DEFAULT 0
);

CREATE TABLE day_figures (
  kind text NOT NULL CHECK (kind IN ('course', 'seller')),
  subject_id bigint NOT NULL,
  day date NOT NULL,
  enrolments integer NOT NULL,
  orders integer NOT NULL,
  gross_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (kind, subject_id, day)
);

CREATE FUNCTION enrolment_days_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.revoked_at IS NULL THEN
    INSERT INTO day_changes (kind, subject_id, day, enrolments)
    SELECT 'course', id, day_in_kuala_lumpur(OLD.granted_at), -1 FROM (VALUES (OLD.course_id), (0)) AS level (id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.revoked_at IS NULL THEN
    INSERT INTO day_changes (kind, subject_id, day, enrolments)
    SELECT 'course', id, day_in_kuala_lumpur(NEW.granted_at), 1 FROM (VALUES (NEW.course_id), (0)) AS level (id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER enrolment_days AFTER INSERT OR DELETE OR UPDATE OF course_id, granted_at, revoked_at ON enrolments FOR EACH ROW
  EXECUTE FUNCTION enrolment_days_changed();

-- All entries of a posting are inserted by one statement, so a sale of two sellers is one order of the platform.
CREATE FUNCTION ledger_days_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_changes (kind, subject_id, day, orders, gross_cents, refunded_cents)
  SELECT 'seller', level.id, day_in_kuala_lumpur(e.at), count(DISTINCT e.posting_id) FILTER (WHERE p.kind = 'sale'),
         coalesce(-sum(e.cents) FILTER (WHERE p.kind = 'sale'), 0), coalesce(sum(e.cents) FILTER (WHERE p.kind <> 'sale'), 0)
    FROM added e JOIN ledger_postings p ON p.id = e.posting_id CROSS JOIN LATERAL (VALUES (e.seller_id), (0)) AS level (id)
   WHERE e.account IN ('sales', 'tax') GROUP BY 2, 3;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_days AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_days_changed();

-- What was sold by day, for the module of money in accounting: docs/ledger.md#figures. Seller 0 is the sum of all sellers.
CREATE VIEW seller_days AS
SELECT subject_id AS seller_id, day, orders, gross_cents, refunded_cents FROM day_figures WHERE kind = 'seller'
UNION ALL
SELECT subject_id, day, orders, gross_cents, refunded_cents FROM day_changes WHERE kind = 'seller';

-- Who has put the checklist of newcomers away.
CREATE TABLE dismissed_checklists (
  user_id bigint PRIMARY KEY REFERENCES users,
  dismissed_at timestamptz NOT NULL
);

-- ==== Sources of visitors and buyers (docs/decisions/figures.md)

-- Appended by triggers and by the counter of visits; the job `figures.fold` adds them to the sums, and a reader adds both.
CREATE TABLE source_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL,
  -- In Kuala Lumpur.
  day date NOT NULL,
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 160),
  visitors integer NOT NULL DEFAULT 0,
  carts integer NOT NULL DEFAULT 0,
  -- Orders that were placed, whether they are paid or not.
  checkouts integer NOT NULL DEFAULT 0,
  -- Lines of settled orders with a price.
  orders integer NOT NULL DEFAULT 0,
  -- Without a payment.
  enrolments integer NOT NULL DEFAULT 0,
  gross_cents bigint NOT NULL DEFAULT 0,
  refunded_cents bigint NOT NULL DEFAULT 0
);

-- Of a course, of a seller, and as seller 0 of all sellers. Each has a limited number of sources a day; the others are 'other'.
CREATE TABLE source_figures (
  kind text NOT NULL CHECK (kind IN ('course', 'seller')),
  subject_id bigint NOT NULL,
  day date NOT NULL,
  source text NOT NULL,
  visitors integer NOT NULL,
  carts integer NOT NULL,
  checkouts integer NOT NULL,
  orders integer NOT NULL,
  enrolments integer NOT NULL,
  gross_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (kind, subject_id, day, source)
);
CREATE INDEX source_figures_day_idx ON source_figures (day);

-- The sums of source_figures by month, so that a year is read in few rows: docs/decisions/figures.md. Kept by triggers.
CREATE TABLE source_months (
  kind text NOT NULL,
  subject_id bigint NOT NULL,
  -- Its first day.
  month date NOT NULL,
  source text NOT NULL,
  -- Rows of source_figures in this sum. It is deleted with the last of them.
  days integer NOT NULL,
  visitors integer NOT NULL,
  carts integer NOT NULL,
  checkouts integer NOT NULL,
  orders integer NOT NULL,
  enrolments integer NOT NULL,
  gross_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (kind, subject_id, month, source)
);

CREATE FUNCTION source_months_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Transition tables have the same name in all triggers: what came with 1, what went with -1.
  parts text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM came'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM went'
    ELSE 'SELECT 1 AS sign, * FROM came UNION ALL SELECT -1, * FROM went' END;
BEGIN
  EXECUTE format($change$
    WITH change AS (
      SELECT kind, subject_id, date_trunc('month', day)::date AS month, source, sum(sign) AS days, sum(sign * visitors) AS visitors,
             sum(sign * carts) AS carts, sum(sign * checkouts) AS checkouts, sum(sign * orders) AS orders,
             sum(sign * enrolments) AS enrolments, sum(sign * gross_cents) AS gross_cents, sum(sign * refunded_cents) AS refunded_cents
        FROM (%s) part GROUP BY 1, 2, 3, 4)
    INSERT INTO source_months AS m (kind, subject_id, month, source, days, visitors, carts, checkouts, orders, enrolments, gross_cents,
                                    refunded_cents)
    SELECT * FROM change ORDER BY 1, 2, 3, 4
    ON CONFLICT (kind, subject_id, month, source) DO UPDATE
       SET days = m.days + excluded.days, visitors = m.visitors + excluded.visitors, carts = m.carts + excluded.carts,
           checkouts = m.checkouts + excluded.checkouts, orders = m.orders + excluded.orders,
           enrolments = m.enrolments + excluded.enrolments, gross_cents = m.gross_cents + excluded.gross_cents,
           refunded_cents = m.refunded_cents + excluded.refunded_cents$change$, parts);
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM source_months m
     USING (SELECT DISTINCT kind, subject_id, date_trunc('month', day)::date AS month, source FROM went) gone
     WHERE (m.kind, m.subject_id, m.month, m.source) = (gone.kind, gone.subject_id, gone.month, gone.source) AND m.days = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER source_months_inserted AFTER INSERT ON source_figures REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION source_months_changed();
CREATE TRIGGER source_months_updated AFTER UPDATE ON source_figures REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION source_months_changed();
CREATE TRIGGER source_months_deleted AFTER DELETE ON source_figures REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION source_months_changed();

-- A line and its order are placed, and later settled, by one statement, so the order's times are visible here.
CREATE FUNCTION line_sources_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_sold boolean := NEW.status <> 'open' AND (TG_OP = 'INSERT' OR OLD.status = 'open');
  refunded integer := NEW.refunded_cents - CASE WHEN TG_OP = 'UPDATE' THEN OLD.refunded_cents ELSE 0 END;
BEGIN
  INSERT INTO source_changes (course_id, day, source, checkouts, orders, enrolments, gross_cents, refunded_cents)
  SELECT NEW.course_id, day_in_kuala_lumpur(change.at), coalesce(NEW.visit_source, 'unknown'), change.checkouts, change.orders,
         change.enrolments, change.gross_cents, change.refunded_cents
    FROM orders o CROSS JOIN LATERAL (VALUES
      (TG_OP = 'INSERT' AND NEW.price_cents > 0, o.created_at, 1, 0, 0, 0, 0),
      (is_sold, coalesce(o.settled_at, now()), 0, (NEW.price_cents > 0)::int, (NEW.price_cents = 0)::int, NEW.price_cents, 0),
      (refunded <> 0, CASE TG_OP WHEN 'INSERT' THEN coalesce(o.settled_at, now()) ELSE now() END, 0, 0, 0, 0, refunded)
    ) AS change (applies, at, checkouts, orders, enrolments, gross_cents, refunded_cents)
   WHERE o.id = NEW.order_id AND change.applies;
  RETURN NULL;
END $$;
CREATE TRIGGER line_sources_inserted AFTER INSERT ON order_lines FOR EACH ROW EXECUTE FUNCTION line_sources_changed();
CREATE TRIGGER line_sources_updated AFTER UPDATE OF status, refunded_cents ON order_lines FOR EACH ROW
  WHEN (OLD.status = 'open' AND NEW.status <> 'open' OR OLD.refunded_cents <> NEW.refunded_cents) EXECUTE FUNCTION line_sources_changed();

-- Enrolments by a purchase are in its lines; those that the course's people give have no source.
CREATE FUNCTION enrolment_sources_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO source_changes (course_id, day, source, enrolments)
  VALUES (NEW.course_id, day_in_kuala_lumpur(NEW.granted_at),
          CASE NEW.source WHEN 'invitation' THEN 'invite' ELSE coalesce(NEW.visit_source, 'unknown') END, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER enrolment_sources_inserted AFTER INSERT ON enrolments FOR EACH ROW
  WHEN (NEW.source IN ('free', 'invitation') AND NEW.revoked_at IS NULL) EXECUTE FUNCTION enrolment_sources_changed();
CREATE TRIGGER enrolment_sources_updated AFTER UPDATE OF revoked_at ON enrolments FOR EACH ROW
  WHEN (NEW.source IN ('free', 'invitation') AND NEW.revoked_at IS NULL AND OLD.revoked_at IS NOT NULL)
  EXECUTE FUNCTION enrolment_sources_changed();

-- ==== Operations

-- One comparison of provider, orders, enrolments, ledger and receipts. `stage` and `after_id` say where it continues after
-- a crash; `lease_until` keeps a second process from doing the same work.
CREATE TABLE reconciliation_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: the nightly run.
  started_by bigint REFERENCES users,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  stage text NOT NULL,
  after_id bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  -- Compared objects by stage, and purchases that the provider did not return.
  compared jsonb NOT NULL DEFAULT '{}',
  unread integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX reconciliation_runs_one_at_a_time ON reconciliation_runs ((true))
  WHERE finished_at IS NULL;
CREATE INDEX reconciliation_runs_started_by_idx ON reconciliation_runs (started_by);

-- `subject` names the object ('payment 12', 'order 7'), once per run.
CREATE TABLE reconciliation_differences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES reconciliation_runs ON DELETE CASCADE,
  kind text NOT NULL,
  subject text NOT NULL,
  order_id bigint REFERENCES orders,
  seller_id bigint REFERENCES sellers,
  expected_cents bigint,
  found_cents bigint,
  found_at timestamptz NOT NULL,
  CONSTRAINT reconciliation_differences_run_id_kind_subject_key UNIQUE (run_id, kind, subject)
);
CREATE INDEX reconciliation_differences_order_idx ON reconciliation_differences (order_id);
CREATE INDEX reconciliation_differences_seller_idx ON reconciliation_differences (seller_id);

-- ==== The simulator of the payment provider; no other table refers to these tables

CREATE TABLE simulator_keys (
  company_id uuid PRIMARY KEY,
  private_key text NOT NULL
);

CREATE TABLE simulator_purchases (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  document jsonb NOT NULL,
  settling jsonb,
  settles_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT simulator_purchases_check CHECK ((settling IS NULL) = (settles_at IS NULL))
);
CREATE INDEX simulator_purchases_newest ON simulator_purchases (created_at DESC, id);
CREATE INDEX simulator_purchases_settles_at ON simulator_purchases (settles_at)
  WHERE settles_at IS NOT NULL;

CREATE TABLE simulator_webhooks (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  document jsonb NOT NULL,
  private_key text NOT NULL
);
CREATE INDEX simulator_webhooks_of_company ON simulator_webhooks (company_id);

CREATE TABLE simulator_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purchase_id uuid NOT NULL REFERENCES simulator_purchases ON DELETE CASCADE,
  url text NOT NULL,
  body text NOT NULL,
  signature text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'lost', 'given_up')),
  attempts integer NOT NULL DEFAULT 0,
  scheduled_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  last_status integer,
  event_type text NOT NULL DEFAULT 'purchase.paid',
  webhook_id uuid,
  ordered boolean NOT NULL DEFAULT true
);
CREATE INDEX simulator_deliveries_due ON simulator_deliveries (due_at, id) WHERE state = 'waiting';
CREATE INDEX simulator_deliveries_of_purchase ON simulator_deliveries (purchase_id, id);
