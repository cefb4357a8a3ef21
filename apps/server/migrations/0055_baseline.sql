-- The schema at migration 55, by feature. It replaces the first 49 migration files (docs/decisions/baseline-migration.md).
-- A database that has the last of them is up to date with this file: migrate.ts reads the line below.
-- replaces 0055_kept_invitations.sql 32e5d5ad92ec07aa90977dbbcd6e46bc7cac5b440d16ef7a31c0a7db09683ac8

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- ==== Accounts: people, businesses, their sessions and invitations

CREATE TABLE businesses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  email citext NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

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
  CONSTRAINT users_check CHECK (role <> 'admin' OR business_id IS NOT NULL),
  CONSTRAINT users_check1 CHECK (role <> 'superadmin' OR business_id IS NULL)
);
CREATE INDEX users_avatar_idx ON users (avatar_url)
  WHERE avatar_url IS NOT NULL;
CREATE INDEX users_business_idx ON users (business_id, id DESC)
  WHERE business_id IS NOT NULL;
CREATE UNIQUE INDEX users_email_key ON users (email)
  WHERE erased_at IS NULL;
CREATE INDEX users_email_trgm ON users USING gin (((email)::text) gin_trgm_ops)
  WHERE erased_at IS NULL;
CREATE INDEX users_erase_after_idx ON users (erase_after)
  WHERE erase_after IS NOT NULL AND erased_at IS NULL;
CREATE INDEX users_name_trgm ON users USING gin (name gin_trgm_ops)
  WHERE erased_at IS NULL;

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When this session last proved the person's identity: at sign-in, or by the password since.
  proven_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user_idx ON sessions (user_id, id DESC);

CREATE TABLE one_time_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password', 'sign_in')),
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
  at timestamptz NOT NULL DEFAULT now()
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
  PRIMARY KEY (user_id, device_sha256)
);
CREATE INDEX known_devices_unused_idx ON known_devices (last_used_at);

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
  address text
);
CREATE INDEX security_log_actor_idx ON security_log (actor_id, id DESC)
  WHERE actor_id IS NOT NULL;
CREATE INDEX security_log_addresses_idx ON security_log (at)
  WHERE address IS NOT NULL;
CREATE INDEX security_log_business_idx ON security_log (business_id, id DESC)
  WHERE business_id IS NOT NULL;
CREATE INDEX security_log_subject_idx ON security_log (subject_id, id DESC)
  WHERE subject_id IS NOT NULL;

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
CREATE INDEX messages_sender_idx ON messages (sender_id)
  WHERE sender_id IS NOT NULL;
CREATE INDEX messages_state_idx ON messages (state, id DESC);

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
  selling_state text NOT NULL DEFAULT 'applied' CHECK (selling_state IN ('applied', 'approved')),
  approved_at timestamptz,
  approved_by bigint REFERENCES users,
  CONSTRAINT sellers_approved CHECK (selling_state = 'applied' OR approved_at IS NOT NULL),
  CONSTRAINT sellers_check CHECK ((((is_platform)::integer + ((business_id IS NOT NULL))::integer) + ((user_id IS NOT NULL))::integer) = 1)
);
CREATE INDEX sellers_applied_idx ON sellers (id DESC)
  WHERE selling_state = 'applied';
CREATE UNIQUE INDEX sellers_one_platform ON sellers (is_platform)
  WHERE is_platform;

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
CREATE UNIQUE INDEX payment_accounts_one_live ON payment_accounts (seller_id)
  WHERE is_live;

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
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ms'))
);
CREATE INDEX mail_outbox_sent_idx ON mail_outbox (sent_at)
  WHERE sent_at IS NOT NULL;

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

-- ==== Media

CREATE TABLE media (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  owner_id bigint NOT NULL REFERENCES users,
  business_id bigint REFERENCES businesses,
  purpose text NOT NULL CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz')),
  content_type text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  sha256 bytea NOT NULL,
  storage_key text NOT NULL UNIQUE,
  original_name text NOT NULL DEFAULT '',
  -- Read from the file by a job after the upload; null before that, and when the file does not state it.
  seconds double precision CHECK (seconds >= (0)::double precision),
  pages integer CHECK (pages >= 0),
  probed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
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
  format text NOT NULL CHECK (format IN ('avif', 'webp')),
  storage_key text NOT NULL UNIQUE,
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (media_id, width, format)
);

-- ==== Courses

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
  -- Published and public: listed in catalogue, marketplace, sitemap and counts.
  is_listed boolean GENERATED ALWAYS AS (((NOT is_draft) AND (archived_at IS NULL) AND (NOT is_private))) STORED NOT NULL,
  -- Whether lessons without an exercise of their own offer a scratchpad.
  has_scratchpad boolean NOT NULL DEFAULT true,
  CONSTRAINT courses_check CHECK ((NOT archived_by_leaving) OR archived_at IS NOT NULL),
  CONSTRAINT courses_sale_below_list CHECK (sale_price_cents > 0 AND sale_price_cents < price_cents),
  CONSTRAINT courses_sale_has_price CHECK (sale_price_cents IS NOT NULL OR (sale_starts_at IS NULL AND sale_ends_at IS NULL)),
  CONSTRAINT courses_sale_period CHECK (sale_starts_at < sale_ends_at)
);
-- Includes archived courses: their authors see them.
CREATE INDEX courses_creator_idx ON courses (created_by, id DESC);
CREATE INDEX courses_description_trgm ON courses USING gin (description gin_trgm_ops);
CREATE INDEX courses_free_category_idx ON courses (category, id DESC)
  WHERE is_listed AND price_cents = 0;
-- Free courses with and without a category, and private courses for those who may see them.
CREATE INDEX courses_free_idx ON courses (id DESC)
  WHERE is_listed AND price_cents = 0;
-- Finds what a file is used for, to decide who may download it.
CREATE INDEX courses_image_idx ON courses (image_id)
  WHERE image_id IS NOT NULL;
CREATE INDEX courses_instructor_idx ON courses (instructor_id, id DESC);
CREATE INDEX courses_price_category_idx ON courses (category, price_cents, id)
  WHERE is_listed;
CREATE INDEX courses_price_idx ON courses (price_cents, id)
  WHERE is_listed;
CREATE INDEX courses_private_idx ON courses (id DESC)
  WHERE is_published AND is_private;
CREATE INDEX courses_public_category_idx ON courses (category, id DESC)
  WHERE is_listed;
-- The public list, newest first, with and without a category.
CREATE INDEX courses_public_idx ON courses (id DESC)
  WHERE is_listed;
-- Related courses of the same seller.
CREATE INDEX courses_public_seller_idx ON courses (seller_id, id DESC)
  WHERE is_listed;
CREATE INDEX courses_rating_category_idx ON courses (category, rating_score, id)
  WHERE is_listed;
CREATE INDEX courses_rating_idx ON courses (rating_score, id)
  WHERE is_listed;
CREATE INDEX courses_seller_idx ON courses (seller_id, id DESC);
CREATE INDEX courses_students_category_idx ON courses (category, student_count, id)
  WHERE is_listed;
CREATE INDEX courses_students_idx ON courses (student_count, id)
  WHERE is_listed;
CREATE INDEX courses_title_trgm ON courses USING gin (title gin_trgm_ops);

-- Public courses counted by category and price, so that a list knows its total without counting rows.
CREATE TABLE public_course_counts (
  category text NOT NULL,
  is_free boolean NOT NULL,
  courses bigint NOT NULL,
  PRIMARY KEY (category, is_free)
);

CREATE TABLE course_contents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  title text NOT NULL CHECK (title <> ''),
  description text NOT NULL DEFAULT '',
  kind text NOT NULL DEFAULT 'chapter' CHECK (kind = 'chapter'),
  sort_order integer NOT NULL CHECK (sort_order >= 0),
  is_published boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX course_contents_course_idx ON course_contents (course_id, sort_order, id);

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
  practice jsonb NOT NULL DEFAULT '{"kind": "default"}'
);
CREATE INDEX course_resources_content_idx ON course_resources (content_id, sort_order, id);
CREATE INDEX course_resources_media_idx ON course_resources (media_id);

-- ==== Enrolments and learning

CREATE TABLE enrolments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  course_id bigint NOT NULL REFERENCES courses,
  source text NOT NULL CHECK (source IN ('free', 'purchase', 'invitation', 'granted')),
  granted_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  last_accessed_at timestamptz,
  CONSTRAINT enrolments_user_id_course_id_key UNIQUE (user_id, course_id)
);
CREATE INDEX enrolments_course_idx ON enrolments (course_id, user_id)
  WHERE revoked_at IS NULL;

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
  PRIMARY KEY (user_id, resource_id)
);
CREATE INDEX resource_progress_resource_idx ON resource_progress (resource_id);

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

-- ==== Assessments

CREATE TABLE assessments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The quiz resource that holds it. Without one it belongs to no course, and every signed-in person may take it.
  resource_id bigint UNIQUE REFERENCES course_resources ON DELETE CASCADE,
  title text NOT NULL CHECK (title <> '' AND length(title) <= 200),
  time_limit_seconds integer NOT NULL CHECK (time_limit_seconds >= 60 AND time_limit_seconds <= 28800),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE assessment_questions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  assessment_id bigint NOT NULL REFERENCES assessments ON DELETE CASCADE,
  place integer NOT NULL CHECK (place >= 0),
  kind text NOT NULL CHECK (kind IN ('multiple-choice', 'coding', 'true-false')),
  question text NOT NULL CHECK (question <> ''),
  points integer NOT NULL CHECK (points >= 1 AND points <= 100),
  options jsonb NOT NULL DEFAULT '[]',
  starter_code text NOT NULL DEFAULT '',
  function_name text,
  CONSTRAINT assessment_questions_assessment_id_place_key UNIQUE (assessment_id, place),
  CONSTRAINT assessment_questions_check CHECK ((kind = 'multiple-choice') = (jsonb_array_length(options) > 0)),
  CONSTRAINT assessment_questions_check1 CHECK ((kind = 'coding') = (function_name IS NOT NULL))
);

-- A separate table, so that no query for learners can select an answer by mistake.
CREATE TABLE answer_keys (
  question_id bigint PRIMARY KEY REFERENCES assessment_questions ON DELETE CASCADE,
  -- multiple-choice: index of the option; true-false: the value; coding: [{ arguments, expected }]
  key jsonb NOT NULL,
  explanation text NOT NULL DEFAULT ''
);

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
  CONSTRAINT attempts_user_id_assessment_id_number_key UNIQUE (user_id, assessment_id, number),
  CONSTRAINT attempts_check CHECK (deadline_at > started_at),
  CONSTRAINT attempts_check1 CHECK (submitted_at >= started_at AND submitted_at <= deadline_at),
  CONSTRAINT attempts_check2 CHECK (graded_at IS NULL OR submitted_at IS NOT NULL),
  CONSTRAINT attempts_check3 CHECK (earned_points >= 0 AND earned_points <= total_points),
  CONSTRAINT attempts_check4 CHECK (((graded_at IS NULL) = (earned_points IS NULL)) AND ((graded_at IS NULL) = (percentage IS NULL)))
);
CREATE INDEX attempts_assessment_idx ON attempts (assessment_id);
-- One open attempt per person and assessment.
CREATE UNIQUE INDEX attempts_open_key ON attempts (user_id, assessment_id)
  WHERE submitted_at IS NULL;
-- Attempts that the grading job still has to grade.
CREATE INDEX attempts_ungraded_idx ON attempts (deadline_at)
  WHERE graded_at IS NULL;

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
CREATE INDEX reviews_highest_idx ON reviews (course_id, rating DESC, id DESC)
  WHERE is_shown;
CREATE INDEX reviews_lowest_idx ON reviews (course_id, rating, id DESC)
  WHERE is_shown;
-- A course's reviews in each sort order.
CREATE INDEX reviews_newest_idx ON reviews (course_id, is_shown, id DESC);

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
CREATE INDEX review_reports_open_idx ON review_reports (review_id)
  WHERE resolved_at IS NULL;
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
CREATE UNIQUE INDEX group_members_one_owner ON group_members (group_id)
  WHERE role = 'owner';
CREATE INDEX group_members_user_idx ON group_members (user_id, group_id DESC);

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
  CONSTRAINT discussions_check CHECK (group_id IS NULL OR course_id IS NULL),
  CONSTRAINT discussions_check1 CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CONSTRAINT discussions_check2 CHECK (CASE
    WHEN (removed_at IS NULL) THEN (title <> '' AND body <> '')
    ELSE (title = '' AND body = '')
END)
);
CREATE INDEX discussions_author_idx ON discussions (author_id, created_at DESC);
CREATE INDEX discussions_body_trgm ON discussions USING gin (body gin_trgm_ops);
CREATE INDEX discussions_course_idx ON discussions (course_id, id DESC)
  WHERE course_id IS NOT NULL;
CREATE INDEX discussions_group_idx ON discussions (group_id, id DESC)
  WHERE group_id IS NOT NULL;
CREATE INDEX discussions_title_trgm ON discussions USING gin (title gin_trgm_ops);

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
  CONSTRAINT discussion_posts_check CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CONSTRAINT discussion_posts_check1 CHECK ((removed_at IS NULL) = (body <> ''))
);
CREATE INDEX discussion_posts_author_idx ON discussion_posts (author_id, created_at DESC);
CREATE INDEX discussion_posts_discussion_idx ON discussion_posts (discussion_id, id DESC);

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
CREATE INDEX post_reports_open_idx ON post_reports (discussion_id)
  WHERE resolved_at IS NULL;
CREATE INDEX post_reports_post_idx ON post_reports (post_id)
  WHERE post_id IS NOT NULL;
CREATE INDEX post_reports_reporter_idx ON post_reports (reporter_id, created_at DESC);

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
  public_id text NOT NULL UNIQUE,
  buyer_id bigint NOT NULL REFERENCES users,
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunded')),
  currency text NOT NULL DEFAULT 'MYR' CHECK (currency = 'MYR'),
  total_cents integer NOT NULL CHECK (total_cents >= 0),
  -- The payee's account, in the version that was current when the order was placed; null for a free order.
  payment_account_id bigint REFERENCES payment_accounts,
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

CREATE TABLE order_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  course_id bigint NOT NULL REFERENCES courses ON DELETE RESTRICT,
  seller_id bigint NOT NULL REFERENCES sellers,
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
  CONSTRAINT order_lines_order_id_course_id_key UNIQUE (order_id, course_id),
  CONSTRAINT order_lines_check CHECK (price_cents = (list_price_cents - discount_cents)),
  CONSTRAINT order_lines_discounts CHECK (discount_cents = (sale_discount_cents + coupon_discount_cents)),
  CONSTRAINT order_lines_refunded_within_price CHECK (refunded_cents >= 0 AND refunded_cents <= price_cents),
  CONSTRAINT order_lines_tax_inside CHECK (tax_cents = (((((2 * (price_cents)::bigint) * tax_basis_points) + 10000) + tax_basis_points) / (2 * (10000 + tax_basis_points))))
);
CREATE INDEX order_lines_course_idx ON order_lines (course_id);
CREATE INDEX order_lines_seller_idx ON order_lines (seller_id, order_id DESC);

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
  PRIMARY KEY (user_id, course_id)
);
CREATE INDEX open_purchases_order_idx ON open_purchases (order_id);

CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  payment_account_id bigint NOT NULL REFERENCES payment_accounts,
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
CREATE INDEX payments_due_idx ON payments (next_read_at)
  WHERE next_read_at IS NOT NULL;
CREATE UNIQUE INDEX payments_one_settles ON payments (order_id)
  WHERE outcome = 'settled';
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
CREATE INDEX payment_events_waiting_idx ON payment_events (received_at)
  WHERE handled_at IS NULL;

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
CREATE INDEX refunds_due_idx ON refunds (next_look_at)
  WHERE next_look_at IS NOT NULL;
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
CREATE INDEX refund_requests_open_idx ON refund_requests (id DESC)
  WHERE state = 'open';
CREATE INDEX refund_requests_order_idx ON refund_requests (order_id);
CREATE INDEX refund_requests_seller_idx ON refund_requests (seller_id, id DESC);

CREATE TABLE refund_request_lines (
  request_id bigint NOT NULL REFERENCES refund_requests,
  line_id bigint NOT NULL REFERENCES order_lines,
  is_open boolean NOT NULL DEFAULT true,
  PRIMARY KEY (request_id, line_id)
);
CREATE INDEX refund_request_lines_line_idx ON refund_request_lines (line_id);
CREATE UNIQUE INDEX refund_request_lines_one_open ON refund_request_lines (line_id)
  WHERE is_open;

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
CREATE INDEX review_items_open_idx ON review_items (opened_at)
  WHERE state = 'open';
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

-- ==== Accounting: an append-only ledger, receipts

-- `source` names the cause ('order:12', 'refund:7', 'payout:…') and is unique: a cause is posted once.
CREATE TABLE ledger_postings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL UNIQUE CHECK (source <> ''),
  kind text NOT NULL CHECK (kind IN ('sale', 'refund', 'chargeback', 'chargeback_won', 'held', 'held_returned', 'held_applied', 'payout', 'payout_reversed', 'payment_in', 'payment_in_reversed')),
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
  CONSTRAINT ledger_postings_check CHECK ((kind IN ('refund', 'chargeback', 'chargeback_won', 'payout_reversed', 'payment_in_reversed')) = (about_id IS NOT NULL))
);
CREATE INDEX ledger_postings_about_idx ON ledger_postings (about_id);

-- Debit is positive. `seller_id` names the book. In a seller's book `platform` is what the platform owes them; `payable` is the
-- same amount in the platform's book, with the opposite sign.
CREATE TABLE ledger_entries (
  posting_id bigint NOT NULL REFERENCES ledger_postings,
  seller_id bigint NOT NULL REFERENCES sellers,
  account text NOT NULL CHECK (account IN ('sales', 'tax', 'fee', 'platform', 'provider', 'bank', 'held', 'payable', 'fee_income')),
  cents bigint NOT NULL CHECK (cents <> 0),
  -- Time of the posting, copied so that a statement reads one index.
  at timestamptz NOT NULL,
  PRIMARY KEY (posting_id, seller_id, account)
);
CREATE INDEX ledger_entries_statement_idx ON ledger_entries (seller_id, account, at, posting_id) INCLUDE (cents);

-- What was sold or refunded, by line; a refund's amounts are negative. `line_id` is unique within the sale's source.
CREATE TABLE posting_lines (
  posting_id bigint NOT NULL REFERENCES ledger_postings,
  line_id bigint NOT NULL,
  sale_id bigint NOT NULL REFERENCES ledger_postings,
  seller_id bigint NOT NULL REFERENCES sellers,
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

-- The last number used. The row stays locked until the receipt is committed, so a rollback leaves no gap.
CREATE TABLE receipt_series (
  seller_id bigint NOT NULL REFERENCES sellers,
  kind text NOT NULL CHECK (kind IN ('receipt', 'refund_note')),
  year smallint NOT NULL,
  last_number integer NOT NULL CHECK (last_number > 0),
  PRIMARY KEY (seller_id, kind, year)
);

-- Immutable once issued, except for erasing the buyer and recording the mail.
CREATE TABLE receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  posting_id bigint NOT NULL REFERENCES ledger_postings,
  sale_id bigint NOT NULL REFERENCES ledger_postings,
  seller_id bigint NOT NULL REFERENCES sellers,
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

-- ==== Invoices: seats that a company pays by bank transfer

-- Locked counters for numbers without gaps, per seller, kind and year in Malaysian time.
CREATE TABLE invoice_series (
  seller_id bigint NOT NULL REFERENCES sellers,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  year integer NOT NULL,
  last_number integer NOT NULL DEFAULT 0 CHECK (last_number >= 0),
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

-- ==== Achievements and notifications

-- One row per learner: their time zone, and the row that is locked while their activity is counted.
CREATE TABLE learner_records (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- IANA name that the browser reported.
  time_zone text NOT NULL DEFAULT 'Asia/Kuala_Lumpur' CHECK (time_zone <> '' AND length(time_zone) <= 64)
);

-- Points, levels and badges are computed from this log. `ref` is the id of the cause; each cause counts once.
CREATE TABLE xp_events (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('lesson.completed', 'course.completed', 'attempt.passed', 'discussion.started', 'discussion.answered', 'streak.reached')),
  ref bigint NOT NULL CHECK (ref > 0),
  points integer NOT NULL CHECK (points > 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, ref)
);

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
  CONSTRAINT certificates_user_id_course_id_key UNIQUE (user_id, course_id)
);
CREATE INDEX certificates_user_idx ON certificates (user_id, id DESC)
  WHERE revoked_at IS NULL;

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
CREATE INDEX notifications_unread_idx ON notifications (user_id)
  WHERE read_at IS NULL;
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
CREATE INDEX simulator_deliveries_due ON simulator_deliveries (due_at, id)
  WHERE state = 'waiting';
CREATE INDEX simulator_deliveries_of_purchase ON simulator_deliveries (purchase_id, id);

-- Foreign keys to tables that are created later.

CREATE FUNCTION count_course_ratings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION count_discussion_posts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION count_group_discussions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION count_group_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE study_groups SET member_count = member_count + 1 WHERE id = NEW.group_id;
  ELSE
    UPDATE study_groups SET member_count = member_count - 1 WHERE id = OLD.group_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER group_members_counted AFTER INSERT OR DELETE ON group_members FOR EACH ROW EXECUTE FUNCTION count_group_members();

CREATE FUNCTION count_public_courses() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION instructor_has_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM replace_gone_instructor(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER instructors_replaced AFTER UPDATE OF role, business_id, erase_after, erased_at ON users FOR EACH ROW
  WHEN (OLD.role <> 'student' AND (OLD.role IS DISTINCT FROM NEW.role OR OLD.business_id IS DISTINCT FROM NEW.business_id OR OLD.erase_after IS DISTINCT FROM NEW.erase_after OR OLD.erased_at IS DISTINCT FROM NEW.erased_at))
  EXECUTE FUNCTION instructor_has_changed();

-- Rows of these tables are never changed; corrections are new rows.
CREATE FUNCTION refuse_change_of_books() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_entries_kept BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER ledger_postings_kept BEFORE DELETE OR UPDATE ON ledger_postings FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER ledger_postings_not_emptied BEFORE TRUNCATE ON ledger_postings FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER posting_lines_kept BEFORE DELETE OR UPDATE ON posting_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER posting_lines_not_emptied BEFORE TRUNCATE ON posting_lines FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER receipts_frozen BEFORE UPDATE ON receipts FOR EACH ROW
  WHEN ((((to_jsonb(OLD.*) - 'buyer') - 'mailed_at') IS DISTINCT FROM ((to_jsonb(NEW.*) - 'buyer') - 'mailed_at')) OR (NEW.buyer IS DISTINCT FROM OLD.buyer AND (NEW.buyer <> '{}')))
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER receipts_kept BEFORE DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER receipts_not_emptied BEFORE TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_frozen BEFORE UPDATE ON security_log FOR EACH ROW
  WHEN (((to_jsonb(OLD.*) - 'address') IS DISTINCT FROM (to_jsonb(NEW.*) - 'address')) OR (NEW.address IS NOT NULL))
  EXECUTE FUNCTION refuse_change_of_books();
-- Append-only, except that the network address is deleted after its retention time.
CREATE TRIGGER security_log_kept BEFORE DELETE ON security_log FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_not_emptied BEFORE TRUNCATE ON security_log FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change_of_books();

-- A person who stops teaching for a seller (deleted, leaving, removed from the team, another role) is replaced as instructor of
-- the seller's courses: by the longest-serving admin of the business, the seller, or a superadmin for the platform's own courses.
-- A course without a possible instructor is archived. A trigger, so that every statement that causes it is covered.
CREATE FUNCTION replace_gone_instructor(gone_id bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
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

-- The entries of a posting sum to zero in each book; checked at commit.
CREATE FUNCTION require_balanced_posting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (SELECT sum(cents) FROM ledger_entries WHERE posting_id = NEW.posting_id AND seller_id = NEW.seller_id) <> 0 THEN
    RAISE EXCEPTION 'posting % does not balance in the book of seller %', NEW.posting_id, NEW.seller_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION require_balanced_posting();

-- A review is visible only while its author is enrolled; a refund hides it, a new enrolment shows it again.
CREATE FUNCTION reviews_follow_place() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE reviews SET has_place = NEW.revoked_at IS NULL WHERE user_id = NEW.user_id AND course_id = NEW.course_id;
  RETURN NULL;
END $$;
CREATE TRIGGER enrolments_reviewed AFTER UPDATE OF revoked_at ON enrolments FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)
  EXECUTE FUNCTION reviews_follow_place();

-- Processes that cache public lists and pages listen to this channel.
CREATE FUNCTION tell_courses_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('courses_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER course_contents_changed AFTER INSERT OR DELETE OR UPDATE ON course_contents FOR EACH STATEMENT
  EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER course_resources_changed AFTER INSERT OR DELETE OR UPDATE ON course_resources FOR EACH STATEMENT
  EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER courses_changed AFTER INSERT OR DELETE OR UPDATE ON courses FOR EACH STATEMENT
  EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER payment_accounts_changed AFTER INSERT OR UPDATE OF is_live ON payment_accounts FOR EACH STATEMENT
  EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER reviews_changed AFTER INSERT OR DELETE OR UPDATE ON reviews FOR EACH STATEMENT
  EXECUTE FUNCTION tell_courses_changed();
-- Cached cards and sales pages show whether a course can be bought: by the seller's approval, verified address
-- and payment account.
CREATE TRIGGER sellers_approved AFTER UPDATE OF selling_state ON sellers FOR EACH STATEMENT
  EXECUTE FUNCTION tell_courses_changed();
-- Cached sales pages show the money-back promise.
CREATE TRIGGER sellers_money_back_changed AFTER UPDATE OF money_back_days, money_back_percent ON sellers FOR EACH STATEMENT
  EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER sellers_proven AFTER UPDATE OF email_verified_at ON users FOR EACH ROW
  WHEN (NEW.role <> 'student' AND NEW.email_verified_at IS DISTINCT FROM OLD.email_verified_at)
  EXECUTE FUNCTION tell_courses_changed();
-- Public pages show the instructor.
CREATE TRIGGER teachers_changed AFTER UPDATE OF name, avatar_url, bio ON users FOR EACH ROW
  WHEN (OLD.role <> 'student' AND (OLD.name IS DISTINCT FROM NEW.name OR OLD.avatar_url IS DISTINCT FROM NEW.avatar_url OR OLD.bio IS DISTINCT FROM NEW.bio))
  EXECUTE FUNCTION tell_courses_changed();

-- The platform sells its own courses.
INSERT INTO sellers (is_platform, selling_state, approved_at) VALUES (true, 'approved', now());
