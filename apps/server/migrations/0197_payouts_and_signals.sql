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

-- Unusual patterns of sellers, for superadmins (docs/decisions/seller-signals.md). The last release writes none.
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
CREATE UNIQUE INDEX seller_signals_open_idx ON seller_signals (seller_id, kind) WHERE closed_at IS NULL;
CREATE INDEX seller_signals_seller_idx ON seller_signals (seller_id, id DESC);
CREATE INDEX seller_signals_closed_idx ON seller_signals (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX seller_signals_closed_by_idx ON seller_signals (closed_by) WHERE closed_by IS NOT NULL;

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

-- Snapshots of the provider in which a payment was refused, for each line of its order.
CREATE VIEW refused_payments AS
SELECT r.id, r.at, l.seller_id, o.buyer_id, o.created_at AS ordered_at
  FROM orders o JOIN payments p ON p.order_id = o.id
  JOIN payment_readings r ON r.payment_id = p.id AND r.state = 'failed' AND r.provider_status IN ('error', 'blocked')
  JOIN order_lines l ON l.order_id = o.id;

-- When each bank account for payouts was entered.
CREATE VIEW payout_bank_ages AS
SELECT seller_id, saved_at FROM payout_banks;
