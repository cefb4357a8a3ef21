-- Limited and suspended sellers (docs/decisions/seller-states.md). A release before this one changes no seller to these states; it does not
-- sell their courses through the platform's account when it needs approvals.
ALTER TABLE sellers DROP CONSTRAINT sellers_selling_state_check;
ALTER TABLE sellers ADD CONSTRAINT sellers_selling_state_check CHECK (selling_state IN ('applied', 'approved', 'limited', 'suspended'));
-- An applicant may be suspended, which rejects the application.
ALTER TABLE sellers DROP CONSTRAINT sellers_approved;
ALTER TABLE sellers ADD CONSTRAINT sellers_approved CHECK (selling_state IN ('applied', 'suspended') OR approved_at IS NOT NULL);
ALTER TABLE sellers ADD CONSTRAINT sellers_platform_sells CHECK (NOT is_platform OR selling_state = 'approved');
-- Of a limited seller: the most that may be sold through the platform's account in 24 hours.
ALTER TABLE sellers ADD COLUMN daily_limit_cents integer;
ALTER TABLE sellers ADD CONSTRAINT sellers_limited
  CHECK ((selling_state = 'limited') = (daily_limit_cents IS NOT NULL) AND daily_limit_cents > 0);
CREATE INDEX sellers_restricted_idx ON sellers (id DESC) WHERE selling_state IN ('limited', 'suspended');

-- Append-only. Approvals by a release before this one have no row.
CREATE TABLE seller_state_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  from_state text NOT NULL CHECK (from_state IN ('applied', 'approved', 'limited', 'suspended')),
  to_state text NOT NULL CHECK (to_state IN ('approved', 'limited', 'suspended')),
  daily_limit_cents integer,
  -- For the seller; null: an approval without one.
  reason text CHECK (length(reason) BETWEEN 10 AND 500),
  -- For superadmins.
  note text CHECK (length(note) BETWEEN 1 AND 2000),
  changed_by bigint NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL,
  CHECK (reason IS NOT NULL OR to_state = 'approved')
);
CREATE INDEX seller_state_changes_seller_idx ON seller_state_changes (seller_id, id DESC);
CREATE INDEX seller_state_changes_changed_by_idx ON seller_state_changes (changed_by);

-- What superadmins wrote about a seller, for superadmins. Append-only.
CREATE TABLE seller_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  written_by bigint NOT NULL REFERENCES users,
  written_at timestamptz NOT NULL,
  -- Chosen by the browser, so that a repeated request adds no second note.
  client_key text NOT NULL,
  UNIQUE (seller_id, client_key)
);
CREATE INDEX seller_notes_seller_idx ON seller_notes (seller_id, id DESC);
CREATE INDEX seller_notes_written_by_idx ON seller_notes (written_by);

CREATE FUNCTION refuse_change_of_seller_records() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER seller_state_changes_kept BEFORE UPDATE OR DELETE ON seller_state_changes FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_seller_records();
CREATE TRIGGER seller_notes_kept BEFORE UPDATE OR DELETE ON seller_notes FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_seller_records();

-- Courses of a suspended seller are in no list, search or sitemap. `is_listed` becomes a column that triggers write, because an expression
-- cannot read another row; it keeps its values, indexes and readers.
ALTER TABLE courses ADD COLUMN is_withheld boolean NOT NULL DEFAULT false;
ALTER TABLE courses ALTER COLUMN is_listed DROP EXPRESSION;

CREATE FUNCTION note_listed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Whoever changes the state of the seller holds this lock exclusively, and withholds the courses that exist by then.
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('seller state', NEW.seller_id));
    NEW.is_withheld := EXISTS (SELECT FROM sellers s WHERE s.id = NEW.seller_id AND s.selling_state = 'suspended');
  END IF;
  NEW.is_listed := NOT (NEW.is_draft OR NEW.archived_at IS NOT NULL OR NEW.is_private OR NEW.is_withheld);
  RETURN NEW;
END $$;
CREATE TRIGGER courses_listed_on_insert BEFORE INSERT ON courses FOR EACH ROW EXECUTE FUNCTION note_listed();
CREATE TRIGGER courses_listed_on_update BEFORE UPDATE OF is_draft, archived_at, is_private, is_withheld ON courses FOR EACH ROW
  EXECUTE FUNCTION note_listed();

CREATE FUNCTION withhold_courses_of_seller() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE courses SET is_withheld = NEW.selling_state = 'suspended'
   WHERE seller_id = NEW.id AND is_withheld <> (NEW.selling_state = 'suspended');
  RETURN NULL;
END $$;
CREATE TRIGGER sellers_suspended AFTER UPDATE OF selling_state ON sellers FOR EACH ROW
  WHEN ((OLD.selling_state = 'suspended') <> (NEW.selling_state = 'suspended'))
  EXECUTE FUNCTION withhold_courses_of_seller();

CREATE OR REPLACE VIEW course_cards AS
SELECT id, title, description, category, image_id, price_cents, sale_price_cents, sale_starts_at, sale_ends_at,
       is_private, is_draft, archived_at, is_published, is_listed, seller_id, created_by, instructor_id,
       student_count, rating_score, has_scratchpad, created_at, updated_at, language, level, contents_changed_at, minutes, rating_tenths,
       allows_offline_video, access_days, access_months, is_withheld
  FROM courses;

CREATE OR REPLACE VIEW seller_cards AS
SELECT s.id, s.business_id, s.user_id, s.is_platform, s.tax_basis_points, s.fee_basis_points, s.money_back_days, s.money_back_percent,
       coalesce(b.name, CASE WHEN u.erased_at IS NULL THEN u.name END) AS name,
       CASE WHEN s.is_platform THEN 'Apogee' ELSE coalesce(b.name, CASE WHEN u.erased_at IS NULL THEN u.name END) END AS shown_name,
       coalesce(b.name, u.name, u.email::text, 'Apogee') AS document_name,
       coalesce(b.email::text, u.email::text, '') AS document_email, coalesce(b.address, '') AS document_address,
       s.selling_state
  FROM sellers s LEFT JOIN businesses b ON b.id = s.business_id LEFT JOIN users u ON u.id = s.user_id;

-- Nobody can get a course of a suspended seller; a limited one sells.
CREATE OR REPLACE VIEW shown_prerequisites AS
SELECT p.course_id, p.prerequisite_id, p.place, p.required_since, c.title, c.is_private, c.has_lessons,
       c.has_lessons AND NOT c.is_private AND NOT c.is_withheld AND (c.price_cents = 0 OR EXISTS (
         SELECT FROM sellers s WHERE s.id = c.seller_id AND (s.is_platform OR s.selling_state IN ('approved', 'limited')
            OR EXISTS (SELECT FROM payment_accounts a WHERE a.seller_id = s.id AND a.is_live)))) AS is_open
  FROM course_prerequisites p
  JOIN LATERAL (SELECT k.*, EXISTS (SELECT FROM published_resources r WHERE r.course_id = k.id) AS has_lessons
                  FROM course_cards k WHERE k.id = p.prerequisite_id AND k.is_published) c ON true;
