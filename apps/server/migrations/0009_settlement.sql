-- What settlement and the sweeper know of a payment, and what a line gave.
ALTER TABLE payments
  -- One process at a time asks the provider for the purchase; over at this instant, whatever became of that process.
  ADD COLUMN asking_until     timestamptz,
  -- Which mode the key showed when the purchase was made; null while that is not known.
  ADD COLUMN is_test          boolean,
  -- How new the reading is that `state` stems from; older ones change nothing.
  ADD COLUMN reading_version  bigint NOT NULL DEFAULT 0,
  ADD COLUMN received_cents   bigint,
  ADD COLUMN refundable_cents bigint,
  -- Why a person should look at it although it was applied.
  ADD COLUMN attention        text[] NOT NULL DEFAULT '{}',
  -- What the provider told when money had arrived, without the payer's personal data.
  ADD COLUMN evidence         jsonb,
  ADD CONSTRAINT payments_outcome_of_money CHECK (outcome IS NULL OR state IN ('paid', 'refunded'));

-- This line opened the course to its buyer, so its refund closes it again.
ALTER TABLE order_lines ADD COLUMN gave_access boolean NOT NULL DEFAULT false;
