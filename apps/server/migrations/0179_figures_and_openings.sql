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
  IF TG_OP = 'DELETE' THEN
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
