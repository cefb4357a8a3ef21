-- A module can stay closed until the learner has finished an item of an earlier module (docs/decisions/course-openings.md).
ALTER TABLE course_contents
  ADD COLUMN opens_after_item bigint REFERENCES course_resources ON DELETE SET NULL,
  DROP CONSTRAINT course_contents_one_opening,
  ADD CONSTRAINT course_contents_one_opening CHECK (num_nonnulls(opens_after_days, opens_on, opens_after_item) <= 1);
CREATE INDEX course_contents_opens_after_item_idx ON course_contents (opens_after_item) WHERE opens_after_item IS NOT NULL;

CREATE OR REPLACE VIEW outline_modules AS
SELECT id, course_id, title, sort_order, is_published, opens_after_days, opens_on, opens_after_item FROM course_contents;

CREATE OR REPLACE VIEW published_modules AS
SELECT id, course_id, title, sort_order, opens_after_days, opens_on, opens_after_item FROM outline_modules WHERE is_published;

CREATE OR REPLACE VIEW module_openings AS
SELECT e.user_id, m.id, m.course_id, m.title, m.sort_order,
       start_of_day(greatest(e.starts_on, coalesce(m.opens_on, coalesce(e.starts_on, day_in_malaysia(e.granted_at)) + m.opens_after_days)))
         AS opens_at,
       m.opens_after_item
  FROM open_enrolments e JOIN published_modules m ON m.course_id = e.course_id;

-- The items that learners must finish before a module opens to them. The rule holds only while the item is published and stands in an
-- earlier module, and ends when a learner has no tries of the quiz left, so it cannot close a course for good.
CREATE VIEW awaited_items AS
SELECT e.user_id, m.id AS content_id, r.id AS resource_id, r.title
  FROM open_enrolments e
  JOIN published_modules m ON m.course_id = e.course_id
  JOIN published_resources r ON r.id = m.opens_after_item AND r.course_id = m.course_id
   AND (r.module_sort_order, r.content_id) < (m.sort_order, m.id)
 WHERE NOT EXISTS (SELECT FROM learner_progress p
                    WHERE p.user_id = e.user_id AND p.resource_id = r.id AND p.completed_at IS NOT NULL)
   AND NOT EXISTS (SELECT FROM assessments a
                    WHERE a.resource_id = r.id
                      AND a.attempts_allowed <= (SELECT count(*) FROM attempts t
                                                  WHERE t.assessment_id = a.id AND t.user_id = e.user_id AND t.graded_at IS NOT NULL));

-- A function, because its statement is planned only for a module with such a rule.
CREATE FUNCTION awaits_item(learner bigint, module bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
BEGIN
  RETURN EXISTS (SELECT FROM awaited_items a WHERE a.user_id = learner AND a.content_id = module);
END $$;

CREATE OR REPLACE VIEW open_modules AS
SELECT o.user_id, o.id, o.course_id, o.title, o.sort_order
  FROM module_openings o
 WHERE (o.opens_at IS NULL OR o.opens_at <= now()) AND NOT awaits_prerequisites(o.user_id, o.course_id)
   AND (o.opens_after_item IS NULL OR NOT awaits_item(o.user_id, o.id));
