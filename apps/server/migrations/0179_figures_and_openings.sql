-- For the averages of a gradebook (docs/decisions/course-people.md); 0180 builds their index.
CREATE VIEW quiz_numbers AS
SELECT id, resource_id FROM assessments;
CREATE VIEW quiz_attempts AS
SELECT assessment_id, user_id, percentage, waiting_since, graded_at FROM attempts;

-- The sums of source_figures by month, so that a year is read in few rows: docs/decisions/conversion.md. Kept by triggers, because the
-- last release writes source_figures, too.
CREATE TABLE source_months (
  kind text NOT NULL,
  subject_id bigint NOT NULL,
  -- Its first day.
  month date NOT NULL,
  source text NOT NULL,
  -- Rows of source_figures in this sum. It is deleted with the last of them.
  days integer NOT NULL,
  visitors integer NOT NULL,
  carts integer NOT NULL,
  checkouts integer NOT NULL,
  orders integer NOT NULL,
  enrolments integer NOT NULL,
  gross_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (kind, subject_id, month, source)
);

CREATE FUNCTION source_months_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Transition tables have the same name in all triggers: what came with 1, what went with -1.
  parts text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM came'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM went'
    ELSE 'SELECT 1 AS sign, * FROM came UNION ALL SELECT -1, * FROM went' END;
BEGIN
  EXECUTE format($change$
    WITH change AS (
      SELECT kind, subject_id, date_trunc('month', day)::date AS month, source, sum(sign) AS days, sum(sign * visitors) AS visitors,
             sum(sign * carts) AS carts, sum(sign * checkouts) AS checkouts, sum(sign * orders) AS orders,
             sum(sign * enrolments) AS enrolments, sum(sign * gross_cents) AS gross_cents, sum(sign * refunded_cents) AS refunded_cents
        FROM (%s) part GROUP BY 1, 2, 3, 4)
    INSERT INTO source_months AS m (kind, subject_id, month, source, days, visitors, carts, checkouts, orders, enrolments, gross_cents,
                                    refunded_cents)
    SELECT * FROM change ORDER BY 1, 2, 3, 4
    ON CONFLICT (kind, subject_id, month, source) DO UPDATE
       SET days = m.days + excluded.days, visitors = m.visitors + excluded.visitors, carts = m.carts + excluded.carts,
           checkouts = m.checkouts + excluded.checkouts, orders = m.orders + excluded.orders,
           enrolments = m.enrolments + excluded.enrolments, gross_cents = m.gross_cents + excluded.gross_cents,
           refunded_cents = m.refunded_cents + excluded.refunded_cents$change$, parts);
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM source_months m
     USING (SELECT DISTINCT kind, subject_id, date_trunc('month', day)::date AS month, source FROM went) gone
     WHERE (m.kind, m.subject_id, m.month, m.source) = (gone.kind, gone.subject_id, gone.month, gone.source) AND m.days = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER source_months_inserted AFTER INSERT ON source_figures REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION source_months_changed();
CREATE TRIGGER source_months_updated AFTER UPDATE ON source_figures REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION source_months_changed();
CREATE TRIGGER source_months_deleted AFTER DELETE ON source_figures REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION source_months_changed();

INSERT INTO source_months
SELECT kind, subject_id, date_trunc('month', day)::date, source, count(*), sum(visitors), sum(carts), sum(checkouts), sum(orders),
       sum(enrolments), sum(gross_cents), sum(refunded_cents)
  FROM source_figures GROUP BY 1, 2, 3, 4;

-- Each rule by which a module opened or opens later, so that a learner hears once of each opening, and of none that changed nothing
-- (docs/decisions/module-openings.md). Written by triggers, because the last release sets rules, too.
CREATE TABLE module_opening_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content_id bigint NOT NULL REFERENCES course_contents ON DELETE CASCADE,
  -- Until the next rule of the module.
  set_at timestamptz NOT NULL,
  -- Neither: the module opens with the enrolment.
  opens_after_days smallint,
  opens_on date
);
CREATE INDEX module_opening_rules_content_idx ON module_opening_rules (content_id, id);

CREATE FUNCTION note_module_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO module_opening_rules (content_id, set_at, opens_after_days, opens_on)
  VALUES (NEW.id, clock_timestamp(), NEW.opens_after_days, NEW.opens_on);
  RETURN NULL;
END $$;
CREATE TRIGGER module_openings_inserted AFTER INSERT ON course_contents FOR EACH ROW
  WHEN (NEW.opens_after_days IS NOT NULL OR NEW.opens_on IS NOT NULL) EXECUTE FUNCTION note_module_opening();
CREATE TRIGGER module_openings_updated AFTER UPDATE OF opens_after_days, opens_on ON course_contents FOR EACH ROW
  WHEN (OLD.opens_after_days IS DISTINCT FROM NEW.opens_after_days OR OLD.opens_on IS DISTINCT FROM NEW.opens_on)
  EXECUTE FUNCTION note_module_opening();

INSERT INTO module_opening_rules (content_id, set_at, opens_after_days, opens_on)
SELECT id, '-infinity', opens_after_days, opens_on FROM course_contents
 WHERE opens_after_days IS NOT NULL OR opens_on IS NOT NULL;

-- Each rule with the one before and the moment of the next. Null before: the module was open.
CREATE VIEW module_rules AS
SELECT r.id, r.content_id, r.set_at, r.opens_after_days, r.opens_on,
       r.content_id || '/' || r.id AS occasion,
       before.opens_after_days AS after_days_before, before.opens_on AS opens_on_before,
       (SELECT n.set_at FROM module_opening_rules n WHERE n.content_id = r.content_id AND n.id > r.id ORDER BY n.id LIMIT 1) AS ended_at
  FROM module_opening_rules r
  LEFT JOIN LATERAL (
    SELECT b.opens_after_days, b.opens_on FROM module_opening_rules b
     WHERE b.content_id = r.content_id AND b.id < r.id ORDER BY b.id DESC LIMIT 1) before ON true;

-- Null: with the enrolment. As in module_openings.
CREATE FUNCTION module_opens_at(granted_at timestamptz, after_days smallint, opens_on date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(opens_on, (granted_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date + after_days)::timestamp AT TIME ZONE 'Asia/Kuala_Lumpur'
$$;
