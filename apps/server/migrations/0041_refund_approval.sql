-- A refund from the platform's account that a seller's balance does not cover waits for a superadmin.
ALTER TABLE refunds
  ADD COLUMN needs_approval boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT refunds_waiting_are_planned CHECK (NOT needs_approval OR state IN ('planned', 'failed'));
