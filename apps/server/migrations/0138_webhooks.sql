-- Events that are sent to programs of a business: docs/decisions/webhooks.md.
CREATE TABLE webhook_endpoints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id bigint NOT NULL REFERENCES businesses,
  url text NOT NULL CHECK (length(url) BETWEEN 10 AND 500),
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 20),
  -- AES-256-GCM under a key derived from APP_SECRET.
  secret_encrypted bytea NOT NULL,
  -- The secret before the last replacement; it also signs until then.
  former_secret_encrypted bytea,
  former_valid_until timestamptz,
  is_enabled boolean NOT NULL DEFAULT true,
  -- The first failure since the last success.
  failing_since timestamptz,
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  CHECK ((former_secret_encrypted IS NULL) = (former_valid_until IS NULL))
);
CREATE INDEX webhook_endpoints_business_idx ON webhook_endpoints (business_id);
CREATE INDEX webhook_endpoints_creator_idx ON webhook_endpoints (created_by);

-- One message to one endpoint, with its last attempt.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  event_type text NOT NULL,
  -- The body as it is sent and signed.
  body text NOT NULL,
  -- The learner or buyer in the body.
  user_id bigint REFERENCES users,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  -- Attempts before it was last sent again by hand.
  attempts_before int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  response_status int,
  -- The first kilobyte.
  response_text text CHECK (length(response_text) <= 1024),
  -- A code when no answer came, such as TIMEOUT.
  failure text,
  duration_ms int
);
CREATE INDEX webhook_deliveries_endpoint_idx ON webhook_deliveries (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_age_idx ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_person_idx ON webhook_deliveries (user_id) WHERE user_id IS NOT NULL;
