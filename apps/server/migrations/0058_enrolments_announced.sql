-- Cached lists show how many students a course has.
CREATE FUNCTION tell_enrolments_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('courses_changed', 'enrolments');
  RETURN NULL;
END $$;
CREATE TRIGGER enrolments_changed AFTER INSERT OR DELETE OR UPDATE OF revoked_at ON enrolments
  FOR EACH STATEMENT EXECUTE FUNCTION tell_enrolments_changed();
