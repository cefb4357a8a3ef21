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

-- How the mails and pages of a seller look. Texts in a mail are the seller's only if the seller is not suspended.
CREATE TABLE seller_brands (
  seller_id bigint PRIMARY KEY REFERENCES sellers,
  colour text CHECK (colour ~ '^#[0-9a-f]{6}$'),
  -- Mails come from 'sender_name via Apogee'. '' means that they come from Apogee.
  sender_name text NOT NULL DEFAULT '' CHECK (char_length(sender_name) <= 50),
  footer text NOT NULL DEFAULT '' CHECK (char_length(footer) <= 160),
  -- Answers to mails go to the proven address of the seller's contact.
  replies_to_contact boolean NOT NULL DEFAULT false
);
CREATE TRIGGER seller_brands_changed AFTER INSERT OR UPDATE OR DELETE ON seller_brands
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();

CREATE VIEW seller_brand_cards AS
SELECT b.seller_id, b.colour, b.sender_name, b.footer,
       CASE WHEN b.replies_to_contact AND c.proven_at IS NOT NULL THEN c.email::text END AS reply_to
  FROM seller_brands b JOIN sellers s ON s.id = b.seller_id LEFT JOIN seller_contacts c ON c.seller_id = b.seller_id
 WHERE s.selling_state <> 'suspended';

-- The seller who speaks in the mail, directly or by the course. Without one, the platform speaks.
ALTER TABLE mail_outbox ADD COLUMN speaker_id bigint, ADD COLUMN speaker_course_id bigint;

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
