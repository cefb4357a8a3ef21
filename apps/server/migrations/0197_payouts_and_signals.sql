-- Payouts that another superadmin approves before they are made (docs/decisions/payouts-by-two.md). The last release writes none, and
-- records transfers without one.
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
CREATE INDEX payouts_open_idx ON payouts (seller_id) WHERE state IN ('prepared', 'approved');
CREATE INDEX payouts_prepared_by_idx ON payouts (prepared_by);
CREATE INDEX payouts_approved_by_idx ON payouts (approved_by) WHERE approved_by IS NOT NULL;
CREATE INDEX payouts_ended_by_idx ON payouts (ended_by) WHERE ended_by IS NOT NULL;
