-- One file, once, within a minute: what a browser may fetch without its bearer token.
CREATE TABLE download_tickets (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  -- Who signs out takes the tickets along.
  session_id   bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
  what         text NOT NULL CHECK (what IN ('users', 'learners', 'courses', 'analytics')),
  filters      jsonb NOT NULL DEFAULT '{}',
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz
);
CREATE INDEX download_tickets_session_idx ON download_tickets (session_id);
CREATE INDEX download_tickets_expiry_idx ON download_tickets (expires_at);

-- A seller's orders, newest first.
CREATE INDEX order_lines_seller_idx ON order_lines (seller_id, order_id DESC);
