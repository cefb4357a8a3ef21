-- What sellers see in their studio by day: docs/decisions/figures.md#days. Triggers append changes, the job `figures.fold` adds them
-- to the sums, and a reader adds both. Subject 0 is the sum of all courses, or of all sellers.

CREATE TABLE day_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('course', 'seller')),
  subject_id bigint NOT NULL,
  -- In Kuala Lumpur: of the enrolment, or of the posting in the ledger.
  day date NOT NULL,
  enrolments integer NOT NULL DEFAULT 0,
  orders integer NOT NULL DEFAULT 0,
  gross_cents bigint NOT NULL DEFAULT 0,
  refunded_cents bigint NOT NULL DEFAULT 0
);

CREATE TABLE day_figures (
  kind text NOT NULL CHECK (kind IN ('course', 'seller')),
  subject_id bigint NOT NULL,
  day date NOT NULL,
  enrolments integer NOT NULL,
  orders integer NOT NULL,
  gross_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (kind, subject_id, day)
);

-- Who has put the checklist of newcomers away.
CREATE TABLE dismissed_checklists (
  user_id bigint PRIMARY KEY REFERENCES users,
  dismissed_at timestamptz NOT NULL
);

CREATE FUNCTION day_in_kuala_lumpur(at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date
$$;

CREATE FUNCTION enrolment_days_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.revoked_at IS NULL THEN
    INSERT INTO day_changes (kind, subject_id, day, enrolments)
    SELECT 'course', id, day_in_kuala_lumpur(OLD.granted_at), -1 FROM (VALUES (OLD.course_id), (0)) AS level (id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.revoked_at IS NULL THEN
    INSERT INTO day_changes (kind, subject_id, day, enrolments)
    SELECT 'course', id, day_in_kuala_lumpur(NEW.granted_at), 1 FROM (VALUES (NEW.course_id), (0)) AS level (id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER enrolment_days AFTER INSERT OR DELETE OR UPDATE OF course_id, granted_at, revoked_at ON enrolments
  FOR EACH ROW EXECUTE FUNCTION enrolment_days_changed();

-- All entries of a posting are inserted by one statement, so a sale of two sellers is one order of the platform.
CREATE FUNCTION ledger_days_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_changes (kind, subject_id, day, orders, gross_cents, refunded_cents)
  SELECT 'seller', level.id, day_in_kuala_lumpur(e.at), count(DISTINCT e.posting_id) FILTER (WHERE p.kind = 'sale'),
         coalesce(-sum(e.cents) FILTER (WHERE p.kind = 'sale'), 0), coalesce(sum(e.cents) FILTER (WHERE p.kind <> 'sale'), 0)
    FROM added e JOIN ledger_postings p ON p.id = e.posting_id CROSS JOIN LATERAL (VALUES (e.seller_id), (0)) AS level (id)
   WHERE e.account IN ('sales', 'tax') GROUP BY 2, 3;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_days AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_days_changed();

-- The days before this release. Later ones are listed by the triggers, which no transaction passes before this one ends.
INSERT INTO day_changes (kind, subject_id, day, enrolments)
SELECT 'course', level.id, day_in_kuala_lumpur(e.granted_at), count(*)
  FROM enrolments e CROSS JOIN LATERAL (VALUES (e.course_id), (0)) AS level (id)
 WHERE e.revoked_at IS NULL AND e.granted_at > now() - interval '100 days' GROUP BY 2, 3;
INSERT INTO day_changes (kind, subject_id, day, orders, gross_cents, refunded_cents)
SELECT 'seller', level.id, day_in_kuala_lumpur(e.at), count(DISTINCT e.posting_id) FILTER (WHERE p.kind = 'sale'),
       coalesce(-sum(e.cents) FILTER (WHERE p.kind = 'sale'), 0), coalesce(sum(e.cents) FILTER (WHERE p.kind <> 'sale'), 0)
  FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id CROSS JOIN LATERAL (VALUES (e.seller_id), (0)) AS level (id)
 WHERE e.account IN ('sales', 'tax') AND e.at > now() - interval '100 days' GROUP BY 2, 3;
