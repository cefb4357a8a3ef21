-- Which version of which document a person was shown or accepted, and how (docs/decisions/consent-versions.md).
CREATE TABLE consents (
  user_id bigint NOT NULL REFERENCES users,
  document text NOT NULL,
  -- The day from which the version applies.
  version text NOT NULL CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'),
  way text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, document, version, way)
);
-- Rows go with the account, and are never changed.
CREATE TRIGGER consents_kept BEFORE UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
