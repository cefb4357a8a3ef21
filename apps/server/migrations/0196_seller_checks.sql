-- A seller says who they are, and the platform verifies it (docs/decisions/seller-verification.md). The last release knows none of
-- these tables. A bank account that it saves reopens the check by the trigger below. Its sweep of unused files fails at a document
-- that is a week old, and keeps it.
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
CREATE INDEX seller_documents_seller_idx ON seller_documents (seller_id);
CREATE INDEX seller_documents_kept_idx ON seller_documents (kept_since);

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
CREATE INDEX seller_check_decisions_seller_idx ON seller_check_decisions (seller_id, id);
CREATE INDEX seller_check_decisions_by_idx ON seller_check_decisions (decided_by);

-- The seller changed what a check is about. A check that was verified, or waits, goes to `next`, in the transaction of the change.
CREATE FUNCTION note_seller_change(seller bigint, changed text, next text, changed_at timestamptz) RETURNS void
  LANGUAGE plpgsql AS $$
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
CREATE TRIGGER payout_banks_check AFTER INSERT OR UPDATE OF saved_at ON payout_banks
  FOR EACH ROW EXECUTE FUNCTION note_payout_bank_change();

ALTER TABLE media DROP CONSTRAINT media_purpose_check;
ALTER TABLE media ADD CONSTRAINT media_purpose_check CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz',
  'discussion', 'archive', 'package', 'hand-in', 'text-picture', 'signature', 'text-file', 'text-video', 'seller-document')) NOT VALID;

-- For keeping files.
CREATE VIEW seller_document_files AS SELECT media_id FROM seller_documents;
