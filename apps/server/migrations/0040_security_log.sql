-- Proof of identity per session, and the log of changes to money, roles and ways in.

-- When this session last proved who it is: the sign-in itself, or the password since.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET proven_at = created_at;

-- The kinds are a closed list of the server's own (contracts/security.ts); here only their form is held.
CREATE TABLE security_log (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          timestamptz NOT NULL,
  kind        text NOT NULL CHECK (kind ~ '^[a-z][A-Za-z]*\.[a-zA-Z]+$'),
  -- Who did it; null: nobody who is signed in.
  actor_id    bigint REFERENCES users,
  -- Whose admins read it; null: it concerns no business.
  business_id bigint REFERENCES businesses,
  -- The person whom it concerns: whose role, whose account, the lone seller.
  subject_id  bigint REFERENCES users,
  details     jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  -- The actor's network; forgotten after 90 days.
  address     text
);
CREATE INDEX security_log_business_idx ON security_log (business_id, id DESC) WHERE business_id IS NOT NULL;
CREATE INDEX security_log_actor_idx ON security_log (actor_id, id DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX security_log_subject_idx ON security_log (subject_id, id DESC) WHERE subject_id IS NOT NULL;
CREATE INDEX security_log_addresses_idx ON security_log (at) WHERE address IS NOT NULL;

-- Append-only; of an entry nothing changes but that its address is forgotten.
CREATE TRIGGER security_log_kept BEFORE DELETE ON security_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_not_emptied BEFORE TRUNCATE ON security_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_frozen BEFORE UPDATE ON security_log
  FOR EACH ROW WHEN (to_jsonb(OLD) - 'address' IS DISTINCT FROM to_jsonb(NEW) - 'address' OR NEW.address IS NOT NULL)
  EXECUTE FUNCTION refuse_change_of_books();
