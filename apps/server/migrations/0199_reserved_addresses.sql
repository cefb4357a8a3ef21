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
