-- Notices of changes name the courses, so that only their pages are removed from a CDN (docs/decisions/edge.md). An empty payload is a
-- change of any course, and processes of earlier releases read every payload but 'enrolments' as that.
CREATE FUNCTION tell_these_courses_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[];
BEGIN
  IF TG_TABLE_NAME = 'courses' THEN
    SELECT array_agg(DISTINCT id) INTO ids FROM changed;
  ELSIF TG_TABLE_NAME = 'course_resources' THEN
    -- Of a module that is being deleted, the module's own notice names the course.
    SELECT array_agg(DISTINCT c.course_id) INTO ids FROM changed JOIN course_contents c ON c.id = changed.content_id;
  ELSE
    SELECT array_agg(DISTINCT course_id) INTO ids FROM changed;
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM pg_notify('courses_changed', CASE WHEN cardinality(ids) <= 100 THEN array_to_string(ids, ',') ELSE '' END);
  END IF;
  RETURN NULL;
END $$;
DO $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY '{courses,course_contents,course_resources,reviews}'::text[] LOOP
    EXECUTE format('DROP TRIGGER %1$s_changed ON %1$s', named);
    EXECUTE format('CREATE TRIGGER %1$s_inserted_tell AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed()', named);
    EXECUTE format('CREATE TRIGGER %1$s_updated_tell AFTER UPDATE ON %1$s REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed()', named);
    EXECUTE format('CREATE TRIGGER %1$s_deleted_tell AFTER DELETE ON %1$s REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed()', named);
  END LOOP;
END $$;
