-- What people write to those who run the platform, signed in or not.
CREATE TABLE messages (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic           text NOT NULL CHECK (topic IN ('contact', 'support', 'testimonial', 'partner')),
  name            text NOT NULL CHECK (name <> '' AND length(name) <= 120),
  email           text NOT NULL CHECK (email <> '' AND length(email) <= 254),
  body            text NOT NULL CHECK (body <> '' AND length(body) <= 5000),
  -- The account of whoever was signed in; what stands in email is only what they typed.
  sender_id       bigint REFERENCES users,
  state           text NOT NULL DEFAULT 'unread' CHECK (state IN ('unread', 'read', 'done')),
  looks_automated boolean NOT NULL DEFAULT false,
  -- A keyed digest of the network address, for the limit alone; forgotten after a day.
  address_digest  bytea,
  created_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX messages_state_idx ON messages (state, id DESC);
CREATE INDEX messages_address_idx ON messages (address_digest, created_at DESC) WHERE address_digest IS NOT NULL;
CREATE INDEX messages_sender_idx ON messages (sender_id) WHERE sender_id IS NOT NULL;
