-- Modules that open to learners later: some days after their enrolment, or on a day (docs/decisions/module-openings.md). Days begin at
-- midnight in Malaysia. Oldest release that may serve: 0130, which follows the view below.
ALTER TABLE course_contents
  ADD COLUMN opens_after_days smallint CHECK (opens_after_days BETWEEN 1 AND 730),
  ADD COLUMN opens_on date,
  ADD CONSTRAINT course_contents_one_opening CHECK (opens_after_days IS NULL OR opens_on IS NULL);

CREATE OR REPLACE VIEW outline_modules AS
SELECT id, course_id, title, sort_order, is_published, opens_after_days, opens_on FROM course_contents;

CREATE OR REPLACE VIEW published_modules AS
SELECT id, course_id, title, sort_order, opens_after_days, opens_on FROM outline_modules WHERE is_published;

-- When each published module opens to each learner of its course; null: with the enrolment.
CREATE VIEW module_openings AS
SELECT e.user_id, m.id, m.course_id, m.title, m.sort_order,
       coalesce(m.opens_on, (e.granted_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date + m.opens_after_days)::timestamp
         AT TIME ZONE 'Asia/Kuala_Lumpur' AS opens_at
  FROM active_enrolments e JOIN published_modules m ON m.course_id = e.course_id;

CREATE OR REPLACE VIEW open_modules AS
SELECT user_id, id, course_id, title, sort_order FROM module_openings WHERE opens_at IS NULL OR opens_at <= now();
