-- What watching the money leaves behind: readings of the provider, who looked, and what reconciliation found.

-- What the provider told each time that it told something new, and what made us ask.
CREATE TABLE payment_readings (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id       bigint NOT NULL REFERENCES payments,
  at               timestamptz NOT NULL,
  brought_by       text NOT NULL CHECK (brought_by IN ('callback', 'check', 'sweeper', 'refund', 'reconciliation', 'order')),
  state            text NOT NULL,
  provider_status  text NOT NULL,
  amount_cents     bigint,
  paid_cents       bigint,
  refundable_cents bigint
);
CREATE INDEX payment_readings_payment_idx ON payment_readings (payment_id, id DESC);

-- Who opened an order on a desk or changed something in it. What was changed stands in its own table.
CREATE TABLE order_audit (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  actor_id bigint NOT NULL REFERENCES users,
  action   text NOT NULL CHECK (action ~ '^[a-z_]{1,40}$'),
  at       timestamptz NOT NULL
);
CREATE INDEX order_audit_order_idx ON order_audit (order_id, id DESC);
CREATE INDEX order_audit_actor_idx ON order_audit (actor_id, id DESC);

-- One comparison of provider, orders, enrolments, ledger and receipts. `stage` and `after_id` say where it goes on after
-- a crash; `lease_until` keeps a second process from doing the same part.
CREATE TABLE reconciliation_runs (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: the nightly one.
  started_by  bigint REFERENCES users,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz,
  stage       text NOT NULL,
  after_id    bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  -- How many were compared, by stage; and purchases that the provider could not tell of.
  compared    jsonb NOT NULL DEFAULT '{}',
  unread      integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX reconciliation_runs_one_at_a_time ON reconciliation_runs ((true)) WHERE finished_at IS NULL;
CREATE INDEX reconciliation_runs_started_by_idx ON reconciliation_runs (started_by);

-- `subject` is what differs ('payment 12', 'order 7'), once in a run however often a part of it is repeated.
CREATE TABLE reconciliation_differences (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id         bigint NOT NULL REFERENCES reconciliation_runs ON DELETE CASCADE,
  kind           text NOT NULL,
  subject        text NOT NULL,
  order_id       bigint REFERENCES orders,
  seller_id      bigint REFERENCES sellers,
  expected_cents bigint,
  found_cents    bigint,
  found_at       timestamptz NOT NULL,
  UNIQUE (run_id, kind, subject)
);
CREATE INDEX reconciliation_differences_order_idx ON reconciliation_differences (order_id);
CREATE INDEX reconciliation_differences_seller_idx ON reconciliation_differences (seller_id);

-- The desk's list by time and by state.
CREATE INDEX orders_created_idx ON orders (created_at);
-- Callbacks that wait, and money that waits for a person: counted each time the watch looks.
CREATE INDEX payment_events_waiting_idx ON payment_events (received_at) WHERE handled_at IS NULL;
CREATE INDEX payments_attention_idx ON payments (id) WHERE outcome IN ('surplus', 'needs_review') OR attention <> '{}';

-- The closed list of kinds is the contract's (notifications.ts); here only their form is held, so that a new one needs no migration.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (kind ~ '^[a-z]+\.[a-zA-Z]+$');

-- The same for what a download ticket is for.
ALTER TABLE download_tickets DROP CONSTRAINT download_tickets_what_check;
ALTER TABLE download_tickets ADD CONSTRAINT download_tickets_what_check CHECK (what ~ '^[a-z]+$');

-- Who asked for a mail a day about what was sold, and up to when they have been told.
CREATE TABLE sales_digests (
  user_id    bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  told_until timestamptz NOT NULL
);
