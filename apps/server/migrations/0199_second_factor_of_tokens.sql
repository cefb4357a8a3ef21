-- An insertion may wait for the change that gives its address up. `users_reserved_email` has then looked too early, and the unique
-- index is free once the change commits. This trigger looks again behind the index, with a snapshot of its own.
CREATE FUNCTION refuse_reserved_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM email_changes c WHERE c.old_email = NEW.email AND c.state = 'done' AND c.user_id <> NEW.id) THEN
    RAISE EXCEPTION 'the address is reserved for its former owner' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_reserved_email_after AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_reserved_email();

-- How the session that made a token had taken the second step; null: it had not. Tokens without it open nothing where one is required
-- of their owner (docs/decisions/required-second-factor.md). Those of the release before count as made with the factor that their
-- owner had by then; while it still serves, it makes tokens without.
ALTER TABLE api_tokens ADD COLUMN second_factor text
  CHECK (second_factor IN ('app', 'recovery code', 'remembered device', 'set up', 'passkey'));
UPDATE api_tokens t SET second_factor = 'app'
 WHERE EXISTS (SELECT FROM authenticator_apps a WHERE a.user_id = t.user_id AND a.confirmed_at <= t.created_at);
UPDATE api_tokens t SET second_factor = 'passkey'
 WHERE t.second_factor IS NULL
   AND EXISTS (SELECT FROM passkeys p WHERE p.user_id = t.user_id AND p.created_at <= t.created_at);
