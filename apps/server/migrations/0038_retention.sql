-- What the sweeps of retention.ts look for.
CREATE INDEX domain_events_at_idx ON domain_events (at);
CREATE INDEX mail_outbox_sent_idx ON mail_outbox (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX payment_events_kept_idx ON payment_events (handled_at) WHERE handled_at IS NOT NULL AND octet_length(body) > 0;
