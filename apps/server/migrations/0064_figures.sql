-- Figures of courses and of the platform, kept from changes: docs/decisions/figures.md. Triggers append what changed to
-- figure_changes, in the transaction of the event; a job adds it to the sums. A reader adds both, so a figure is right at any moment.

CREATE TABLE figure_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint,
  -- The first day of a month in Kuala Lumpur, of the enrolment or the settlement.
  month date,
  enrolments integer NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  completed integer NOT NULL DEFAULT 0,
  -- The lessons of the course changed: its completions are counted again.
  lessons_changed boolean NOT NULL DEFAULT false,
  -- Somebody who may have got or lost their first booking.
  user_id bigint,
  accounts integer NOT NULL DEFAULT 0,
  paid_orders integer NOT NULL DEFAULT 0,
  paid_cents bigint NOT NULL DEFAULT 0
);

-- Active enrolments, revenue of lines that give access, lessons of one learner, and completed lessons of all active enrolments.
CREATE TABLE course_figures (
  course_id bigint PRIMARY KEY,
  enrolments integer NOT NULL,
  revenue_cents bigint NOT NULL,
  lessons integer NOT NULL,
  completed bigint NOT NULL
);
CREATE INDEX course_figures_popular_idx ON course_figures (enrolments DESC, revenue_cents DESC, course_id);

-- Course 0 is the sum of all.
CREATE TABLE course_months (
  course_id bigint NOT NULL,
  month date NOT NULL,
  enrolments integer NOT NULL,
  revenue_cents bigint NOT NULL,
  PRIMARY KEY (course_id, month)
);

-- Accounts with a settled order or an active free enrolment.
CREATE TABLE booked_people (user_id bigint PRIMARY KEY);

-- One row. `lessons` is the sum over all active enrolments.
CREATE TABLE platform_figures (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Null until the sums were first computed: readers count rows until then.
  built_at timestamptz,
  accounts bigint NOT NULL DEFAULT 0,
  booked_people bigint NOT NULL DEFAULT 0,
  enrolments bigint NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  lessons bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  paid_orders bigint NOT NULL DEFAULT 0,
  paid_cents bigint NOT NULL DEFAULT 0
);
INSERT INTO platform_figures DEFAULT VALUES;

CREATE FUNCTION month_in_kuala_lumpur(at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', at AT TIME ZONE 'Asia/Kuala_Lumpur')::date
$$;

-- What progress counts: the published videos of a course, or all its published items when it has no video.
CREATE VIEW lessons AS
SELECT r.id, r.course_id FROM published_resources r
 WHERE r.file_type = 'video'
    OR NOT EXISTS (SELECT FROM published_resources v WHERE v.course_id = r.course_id AND v.file_type = 'video');

CREATE FUNCTION enrolment_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted boolean := TG_OP <> 'INSERT' AND OLD.revoked_at IS NULL;
  counts boolean := TG_OP <> 'DELETE' AND NEW.revoked_at IS NULL;
BEGIN
  IF counted THEN
    INSERT INTO figure_changes (course_id, month, enrolments, completed, user_id)
    SELECT OLD.course_id, month_in_kuala_lumpur(OLD.granted_at), -1, -count(p.completed_at), OLD.user_id
      FROM lessons l JOIN resource_progress p ON p.resource_id = l.id AND p.user_id = OLD.user_id WHERE l.course_id = OLD.course_id;
  END IF;
  IF counts THEN
    INSERT INTO figure_changes (course_id, month, enrolments, completed, user_id)
    SELECT NEW.course_id, month_in_kuala_lumpur(NEW.granted_at), 1, count(p.completed_at), NEW.user_id
      FROM lessons l JOIN resource_progress p ON p.resource_id = l.id AND p.user_id = NEW.user_id WHERE l.course_id = NEW.course_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER enrolment_figures AFTER INSERT OR DELETE OR UPDATE OF user_id, course_id, source, granted_at, revoked_at ON enrolments
  FOR EACH ROW EXECUTE FUNCTION enrolment_figures_changed();

-- Until the end of a transaction that completes a lesson its course keeps its lessons, and its learner the enrolment.
CREATE FUNCTION completion_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.completed_at IS NOT NULL THEN 1 ELSE -1 END;
  resource bigint := CASE WHEN TG_OP = 'DELETE' THEN OLD.resource_id ELSE NEW.resource_id END;
  learner bigint := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
  course bigint;
BEGIN
  SELECT r.course_id INTO course FROM outline_resources r WHERE r.id = resource;
  IF course IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(4702003, (course % 2147483647)::integer);
  PERFORM FROM enrolments WHERE user_id = learner AND course_id = course AND revoked_at IS NULL FOR SHARE;
  IF FOUND AND EXISTS (SELECT FROM lessons WHERE id = resource) THEN
    INSERT INTO figure_changes (course_id, completed) VALUES (course, change);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER completion_figures_inserted AFTER INSERT ON resource_progress FOR EACH ROW
  WHEN (NEW.completed_at IS NOT NULL) EXECUTE FUNCTION completion_figures_changed();
CREATE TRIGGER completion_figures_updated AFTER UPDATE OF completed_at ON resource_progress FOR EACH ROW
  WHEN ((OLD.completed_at IS NULL) <> (NEW.completed_at IS NULL)) EXECUTE FUNCTION completion_figures_changed();
CREATE TRIGGER completion_figures_deleted AFTER DELETE ON resource_progress FOR EACH ROW
  WHEN (OLD.completed_at IS NOT NULL) EXECUTE FUNCTION completion_figures_changed();

CREATE FUNCTION lessons_of_course_changed(course bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF course IS NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(4702003, (course % 2147483647)::integer);
  INSERT INTO figure_changes (course_id, lessons_changed) VALUES (course, true);
END $$;

-- Before the row is locked: a transaction that completes lessons waits for rows of resources, too.
CREATE FUNCTION module_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM lessons_of_course_changed(OLD.course_id);
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.course_id <> OLD.course_id) THEN
    PERFORM lessons_of_course_changed(NEW.course_id);
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER module_figures BEFORE DELETE OR UPDATE OF course_id, is_published ON course_contents
  FOR EACH ROW EXECUTE FUNCTION module_figures_changed();

CREATE FUNCTION resource_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM lessons_of_course_changed((SELECT course_id FROM course_contents WHERE id = OLD.content_id));
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.content_id <> OLD.content_id) THEN
    PERFORM lessons_of_course_changed((SELECT course_id FROM course_contents WHERE id = NEW.content_id));
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER resource_figures BEFORE INSERT OR DELETE OR UPDATE OF content_id, is_published, file_type ON course_resources
  FOR EACH ROW EXECUTE FUNCTION resource_figures_changed();

-- A line and its order are settled by one statement, so the order's time is visible here.
CREATE FUNCTION line_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (course_id, month, revenue_cents, user_id)
  SELECT NEW.course_id, month_in_kuala_lumpur(o.settled_at),
         CASE WHEN NEW.status = 'granted' THEN NEW.price_cents ELSE 0 END
           - CASE WHEN TG_OP = 'UPDATE' AND OLD.status = 'granted' THEN OLD.price_cents ELSE 0 END, o.buyer_id
    FROM orders o WHERE o.id = NEW.order_id AND o.settled_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER line_figures_inserted AFTER INSERT ON order_lines FOR EACH ROW
  WHEN (NEW.status <> 'open') EXECUTE FUNCTION line_figures_changed();
CREATE TRIGGER line_figures_updated AFTER UPDATE OF status, price_cents ON order_lines FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.price_cents <> NEW.price_cents) EXECUTE FUNCTION line_figures_changed();

CREATE FUNCTION order_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP = 'UPDATE' AND OLD.state = 'paid' THEN 1 ELSE 0 END;
  is_now integer := CASE WHEN NEW.state = 'paid' THEN 1 ELSE 0 END;
BEGIN
  INSERT INTO figure_changes (paid_orders, paid_cents)
  VALUES (is_now - was, is_now * NEW.total_cents::bigint - CASE WHEN was = 1 THEN OLD.total_cents ELSE 0 END);
  RETURN NULL;
END $$;
CREATE TRIGGER order_figures_inserted AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.state = 'paid') EXECUTE FUNCTION order_figures_changed();
CREATE TRIGGER order_figures_updated AFTER UPDATE OF state, total_cents ON orders FOR EACH ROW
  WHEN ((OLD.state = 'paid' OR NEW.state = 'paid') AND (OLD.state <> NEW.state OR OLD.total_cents <> NEW.total_cents))
  EXECUTE FUNCTION order_figures_changed();

CREATE FUNCTION account_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (accounts, user_id)
  VALUES (CASE WHEN TG_OP <> 'DELETE' AND NEW.erased_at IS NULL THEN 1 ELSE 0 END
            - CASE WHEN TG_OP <> 'INSERT' AND OLD.erased_at IS NULL THEN 1 ELSE 0 END,
          CASE WHEN TG_OP = 'DELETE' THEN OLD.id WHEN TG_OP = 'UPDATE' THEN NEW.id END);
  RETURN NULL;
END $$;
CREATE TRIGGER account_figures AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION account_figures_changed();
CREATE TRIGGER account_figures_updated AFTER UPDATE OF erased_at ON users FOR EACH ROW
  WHEN ((OLD.erased_at IS NULL) <> (NEW.erased_at IS NULL)) EXECUTE FUNCTION account_figures_changed();

-- Public courses by category and price, for other features.
CREATE VIEW listed_course_counts AS SELECT category, is_free, courses FROM public_course_counts;
