-- Whether the contents of a course stay closed to a learner, for statements that ask about one learner after the other. Its statements are
-- planned when they run first, and the second one only for a learner with conditions: as a part of other statements the view took most of the
-- time of planning them, once on each connection (docs/decisions/prerequisites.md).
CREATE FUNCTION awaits_prerequisites(learner bigint, course bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM active_enrolments e JOIN enrolment_conditions n ON n.enrolment_id = e.id
                  WHERE e.user_id = learner AND e.course_id = course) THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM awaited_prerequisites w WHERE w.user_id = learner AND w.course_id = course);
END $$;

CREATE OR REPLACE VIEW studying_enrolments AS
SELECT e.user_id, e.course_id, e.id, e.granted_at FROM open_enrolments e
 WHERE NOT awaits_prerequisites(e.user_id, e.course_id);

CREATE OR REPLACE VIEW open_modules AS
SELECT o.user_id, o.id, o.course_id, o.title, o.sort_order
  FROM module_openings o
 WHERE (o.opens_at IS NULL OR o.opens_at <= now()) AND NOT awaits_prerequisites(o.user_id, o.course_id);
