-- oldest release that serves: 0212
-- Columns and views that no statement reads. Only trees before the first release used them.

-- Each question belongs to its quiz by `quiz_id`.
ALTER TABLE assessment_questions ALTER COLUMN quiz_id DROP EXPRESSION;
ALTER TABLE assessment_questions
  ALTER COLUMN quiz_id SET NOT NULL,
  ADD CONSTRAINT assessment_questions_quiz_id_fkey FOREIGN KEY (quiz_id) REFERENCES assessments ON DELETE CASCADE,
  DROP CONSTRAINT assessment_questions_first_version,
  DROP CONSTRAINT assessment_questions_one_quiz,
  DROP COLUMN assessment_id,
  DROP COLUMN edited_assessment_id;

ALTER TABLE attempts DROP CONSTRAINT attempts_graded_version, DROP COLUMN graded_questions;

DROP VIEW announcements, live_sessions;

-- Revenue is read from the ledger (docs/ledger.md#figures).
DROP TRIGGER line_figures_updated ON order_lines;
DROP TRIGGER order_figures_updated ON orders;
CREATE OR REPLACE FUNCTION line_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (user_id)
  SELECT o.buyer_id FROM orders o WHERE o.id = NEW.order_id AND o.settled_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION order_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (paid_orders) VALUES (CASE WHEN NEW.state = 'paid' THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
CREATE TRIGGER line_figures_updated AFTER UPDATE OF status ON order_lines FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION line_figures_changed();
CREATE TRIGGER order_figures_updated AFTER UPDATE OF state ON orders FOR EACH ROW
  WHEN ((OLD.state = 'paid') <> (NEW.state = 'paid')) EXECUTE FUNCTION order_figures_changed();
ALTER TABLE figure_changes DROP COLUMN revenue_cents, DROP COLUMN paid_cents;
ALTER TABLE course_figures DROP COLUMN revenue_cents;
CREATE INDEX course_figures_popular_idx ON course_figures (enrolments DESC, course_id);
ALTER TABLE course_months DROP COLUMN revenue_cents;
ALTER TABLE platform_figures DROP COLUMN revenue_cents, DROP COLUMN paid_cents;
