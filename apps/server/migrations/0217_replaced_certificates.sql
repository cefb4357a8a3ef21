-- oldest release that serves: 0212
-- The former public ids of certificates that were reissued with another name. Their addresses say that they were replaced.
CREATE TABLE replaced_certificates (
  public_id text PRIMARY KEY CHECK (length(public_id) >= 20),
  certificate_id bigint NOT NULL REFERENCES certificates ON DELETE CASCADE,
  replaced_at timestamptz NOT NULL,
  replaced_by bigint NOT NULL REFERENCES users
);
CREATE INDEX replaced_certificates_certificate_idx ON replaced_certificates (certificate_id, replaced_at DESC);
