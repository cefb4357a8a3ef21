-- Browsers in which a person has signed in before. A digest of a random cookie and the account: it authenticates nothing, and only
-- decides which allowance of failed sign-ins counts. The same browser has another digest in each account.
CREATE TABLE known_devices (
  user_id       bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  device_sha256 bytea NOT NULL CHECK (octet_length(device_sha256) = 32),
  last_used_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_sha256)
);
CREATE INDEX known_devices_unused_idx ON known_devices (last_used_at);
