-- How sellers present their school page. A seller without a row has a page, too.
CREATE TABLE schools (
  seller_id bigint PRIMARY KEY REFERENCES sellers,
  intro text NOT NULL DEFAULT '' CHECK (char_length(intro) <= 200),
  -- The first courses of the page. The seller's other courses follow, the newest first.
  course_order bigint[] NOT NULL DEFAULT '{}' CHECK (cardinality(course_order) <= 200)
);
CREATE TRIGGER schools_changed AFTER INSERT OR UPDATE OR DELETE ON schools
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();

-- Names in the addresses of school pages. A seller keeps earlier names, which lead to the present one.
CREATE TABLE school_names (
  name text PRIMARY KEY CHECK (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND name ~ '[a-z]' AND char_length(name) BETWEEN 3 AND 40),
  seller_id bigint NOT NULL REFERENCES sellers,
  is_current boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX school_names_seller_idx ON school_names (seller_id);
CREATE UNIQUE INDEX school_names_current_idx ON school_names (seller_id) WHERE is_current;
CREATE TRIGGER school_names_changed AFTER INSERT OR UPDATE OR DELETE ON school_names
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();

-- The schools whose page is public: their sellers are not suspended, have a name, and everybody can see one of their courses. A school
-- without a chosen name has the number of its seller.
CREATE VIEW school_pages AS
SELECT s.id AS seller_id, coalesce(n.name, s.id::text) AS name, s.shown_name AS title, s.business_id, s.user_id,
       coalesce(k.intro, '') AS intro, coalesce(k.course_order, '{}') AS course_order
  FROM seller_cards s
  LEFT JOIN school_names n ON n.seller_id = s.id AND n.is_current
  LEFT JOIN schools k ON k.seller_id = s.id
 WHERE s.selling_state <> 'suspended' AND s.shown_name IS NOT NULL
   AND EXISTS (SELECT FROM courses c WHERE c.seller_id = s.id AND c.is_listed);
