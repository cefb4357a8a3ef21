-- Who stops teaching for a seller (deleted, leaving, out of the team, another role) is replaced as the instructor of its
-- courses: by the business's longest-standing admin, the lone seller, or a superadmin for the platform's own. A course
-- for which nobody can answer is archived. In the database, so that no road to that change can miss it.
CREATE FUNCTION replace_gone_instructor(gone_id bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Purchases lock several courses in this order too.
  PERFORM 1 FROM courses WHERE instructor_id = gone_id ORDER BY id FOR NO KEY UPDATE;
  UPDATE courses c
     SET instructor_id = coalesce(heir.id, c.instructor_id),
         archived_at = CASE WHEN heir.id IS NULL THEN now() ELSE c.archived_at END,
         updated_at = now()
    FROM users gone, sellers s,
         LATERAL (SELECT (
           SELECT u.id FROM users u
            WHERE u.id <> gone_id AND u.erased_at IS NULL AND u.erase_after IS NULL
              AND CASE WHEN s.business_id IS NOT NULL THEN u.role = 'admin' AND u.business_id = s.business_id
                       WHEN s.is_platform THEN u.role = 'superadmin'
                       ELSE u.id = s.user_id AND u.role <> 'student' END
            ORDER BY u.id LIMIT 1) AS id) heir
   WHERE gone.id = gone_id AND c.instructor_id = gone_id AND s.id = c.seller_id
     AND (gone.role = 'student' OR gone.erased_at IS NOT NULL OR gone.erase_after IS NOT NULL
          OR (s.business_id IS NOT NULL AND gone.role <> 'superadmin'
              AND gone.business_id IS DISTINCT FROM s.business_id))
     AND (heir.id IS NOT NULL OR c.archived_at IS NULL);
END $$;

CREATE FUNCTION instructor_has_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM replace_gone_instructor(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER instructors_replaced AFTER UPDATE OF role, business_id, erase_after, erased_at ON users
  FOR EACH ROW WHEN (OLD.role <> 'student'
    AND (OLD.role, OLD.business_id, OLD.erase_after, OLD.erased_at)
        IS DISTINCT FROM (NEW.role, NEW.business_id, NEW.erase_after, NEW.erased_at))
  EXECUTE FUNCTION instructor_has_changed();

SELECT replace_gone_instructor(taught.instructor_id) FROM (SELECT DISTINCT instructor_id FROM courses) taught;
