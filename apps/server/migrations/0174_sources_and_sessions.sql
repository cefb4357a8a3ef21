-- Where visitors and buyers of a course came from, by day: docs/decisions/conversion.md. Oldest release that may serve: 0157. What it
-- sells has no source, and is counted as 'unknown' by the triggers.

-- A key of packages/contracts/src/operations/source-keys.ts. Null: not known.
ALTER TABLE order_lines ADD COLUMN visit_source text CHECK (length(visit_source) BETWEEN 1 AND 160);
ALTER TABLE enrolments ADD COLUMN visit_source text CHECK (length(visit_source) BETWEEN 1 AND 160);

-- Appended by triggers and by the counter of visits; the job `figures.fold` adds them to the sums, and a reader adds both.
CREATE TABLE source_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL,
  -- In Kuala Lumpur.
  day date NOT NULL,
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 160),
  visitors integer NOT NULL DEFAULT 0,
  carts integer NOT NULL DEFAULT 0,
  -- Orders that were placed, whether they are paid or not.
  checkouts integer NOT NULL DEFAULT 0,
  -- Lines of settled orders with a price.
  orders integer NOT NULL DEFAULT 0,
  -- Without a payment.
  enrolments integer NOT NULL DEFAULT 0,
  gross_cents bigint NOT NULL DEFAULT 0,
  refunded_cents bigint NOT NULL DEFAULT 0
);

-- Of a course, of a seller, and as seller 0 of all sellers. Each has a limited number of sources a day; the others are 'other'.
CREATE TABLE source_figures (
  kind text NOT NULL CHECK (kind IN ('course', 'seller')),
  subject_id bigint NOT NULL,
  day date NOT NULL,
  source text NOT NULL,
  visitors integer NOT NULL,
  carts integer NOT NULL,
  checkouts integer NOT NULL,
  orders integer NOT NULL,
  enrolments integer NOT NULL,
  gross_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (kind, subject_id, day, source)
);
CREATE INDEX source_figures_day_idx ON source_figures (day);

-- A line and its order are placed, and later settled, by one statement, so the order's times are visible here.
CREATE FUNCTION line_sources_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_sold boolean := NEW.status <> 'open' AND (TG_OP = 'INSERT' OR OLD.status = 'open');
  refunded integer := NEW.refunded_cents - CASE WHEN TG_OP = 'UPDATE' THEN OLD.refunded_cents ELSE 0 END;
BEGIN
  INSERT INTO source_changes (course_id, day, source, checkouts, orders, enrolments, gross_cents, refunded_cents)
  SELECT NEW.course_id, day_in_kuala_lumpur(change.at), coalesce(NEW.visit_source, 'unknown'), change.checkouts, change.orders,
         change.enrolments, change.gross_cents, change.refunded_cents
    FROM orders o CROSS JOIN LATERAL (VALUES
      (TG_OP = 'INSERT' AND NEW.price_cents > 0, o.created_at, 1, 0, 0, 0, 0),
      (is_sold, coalesce(o.settled_at, now()), 0, (NEW.price_cents > 0)::int, (NEW.price_cents = 0)::int, NEW.price_cents, 0),
      (refunded <> 0, CASE TG_OP WHEN 'INSERT' THEN coalesce(o.settled_at, now()) ELSE now() END, 0, 0, 0, 0, refunded)
    ) AS change (applies, at, checkouts, orders, enrolments, gross_cents, refunded_cents)
   WHERE o.id = NEW.order_id AND change.applies;
  RETURN NULL;
END $$;
CREATE TRIGGER line_sources_inserted AFTER INSERT ON order_lines FOR EACH ROW EXECUTE FUNCTION line_sources_changed();
CREATE TRIGGER line_sources_updated AFTER UPDATE OF status, refunded_cents ON order_lines FOR EACH ROW
  WHEN (OLD.status = 'open' AND NEW.status <> 'open' OR OLD.refunded_cents <> NEW.refunded_cents)
  EXECUTE FUNCTION line_sources_changed();

-- Enrolments by a purchase are in its lines; those that the course's people give have no source.
CREATE FUNCTION enrolment_sources_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO source_changes (course_id, day, source, enrolments)
  VALUES (NEW.course_id, day_in_kuala_lumpur(NEW.granted_at),
          CASE NEW.source WHEN 'invitation' THEN 'invite' ELSE coalesce(NEW.visit_source, 'unknown') END, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER enrolment_sources_inserted AFTER INSERT ON enrolments FOR EACH ROW
  WHEN (NEW.source IN ('free', 'invitation') AND NEW.revoked_at IS NULL) EXECUTE FUNCTION enrolment_sources_changed();
CREATE TRIGGER enrolment_sources_updated AFTER UPDATE OF revoked_at ON enrolments FOR EACH ROW
  WHEN (NEW.source IN ('free', 'invitation') AND NEW.revoked_at IS NULL AND OLD.revoked_at IS NOT NULL)
  EXECUTE FUNCTION enrolment_sources_changed();

-- What a sales page says of live sessions: not how to join them (docs/decisions/live-sessions.md).
CREATE VIEW course_live_sessions AS
SELECT id, course_id, title, starts_at, minutes FROM live_sessions WHERE removed_at IS NULL;

CREATE TRIGGER live_sessions_inserted_tell AFTER INSERT ON live_sessions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER live_sessions_updated_tell AFTER UPDATE ON live_sessions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
