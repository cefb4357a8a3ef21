-- What has happened, told once to each listener; and the mail that waits to leave.
CREATE TABLE domain_events (
  id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind    text NOT NULL,
  payload jsonb NOT NULL,
  at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX domain_events_kind_idx ON domain_events (kind, at DESC);

CREATE TABLE event_deliveries (
  event_id     uuid NOT NULL REFERENCES domain_events ON DELETE CASCADE,
  listener     text NOT NULL,
  delivered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, listener)
);

CREATE TABLE mail_outbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient  text NOT NULL,
  subject    text NOT NULL,
  body       text NOT NULL,
  -- The same occasion is written only once.
  occasion   text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at    timestamptz
);
