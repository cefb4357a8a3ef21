-- Issued invoices whose day has passed: their contact is reminded once.

ALTER TABLE invoices ADD COLUMN reminded_at timestamptz;
-- Those that may still be reminded of.
CREATE INDEX invoices_unreminded_idx ON invoices (due_on) WHERE state = 'issued' AND reminded_at IS NULL;

-- Both closed lists are the server's own (contracts/invoices.ts, invoices.store.ts); here only their form is held.
ALTER TABLE invoice_events DROP CONSTRAINT invoice_events_what_check;
ALTER TABLE invoice_events ADD CONSTRAINT invoice_events_what_check CHECK (what ~ '^[a-z_]{1,40}$');
ALTER TABLE invoice_mails DROP CONSTRAINT invoice_mails_kind_check;
ALTER TABLE invoice_mails ADD CONSTRAINT invoice_mails_kind_check CHECK (kind ~ '^[a-z_]{1,40}$');
