-- outside a transaction
-- For the mails to an address: an export and an erasure read them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_outbox_recipient_idx ON mail_outbox ((recipient::citext));
