-- oldest release that serves: 0212
-- Courses of one seller that are sold together at one price.
CREATE TABLE bundles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 20000),
  price_cents integer NOT NULL CHECK (price_cents >= 1 AND price_cents <= 1000000),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'archived')),
  -- The bundle shows the cover of this course. Null, or a course that has left: that of its first course with one.
  cover_course_id bigint REFERENCES courses ON DELETE SET NULL,
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL
);
CREATE INDEX bundles_seller_idx ON bundles (seller_id, id DESC);
CREATE INDEX bundles_published_idx ON bundles (id DESC) WHERE state = 'published';
CREATE INDEX bundles_cover_course_idx ON bundles (cover_course_id) WHERE cover_course_id IS NOT NULL;
CREATE INDEX bundles_created_by_idx ON bundles (created_by);

CREATE TABLE bundle_courses (
  bundle_id bigint NOT NULL REFERENCES bundles ON DELETE CASCADE,
  course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position >= 0),
  PRIMARY KEY (bundle_id, course_id)
);
CREATE INDEX bundle_courses_course_idx ON bundle_courses (course_id);

-- Courses that are part of a bundle, which are archived instead of deleted.
CREATE VIEW bundled_courses AS SELECT course_id FROM bundle_courses;

-- Covers of courses by their public id, for bundles.
CREATE VIEW course_covers AS
SELECT c.id AS course_id, m.public_id FROM courses c JOIN media m ON m.id = c.image_id;

-- A line that was bought in a bundle: its discount of the sale is the list price less its share of the bundle's price. The title is
-- that of the time of the order, for receipts.
ALTER TABLE order_lines
  ADD COLUMN bundle_id bigint REFERENCES bundles,
  ADD COLUMN bundle_title text,
  ADD CONSTRAINT order_lines_bundle CHECK ((bundle_id IS NULL) = (bundle_title IS NULL));
CREATE INDEX order_lines_bundle_idx ON order_lines (bundle_id) WHERE bundle_id IS NOT NULL;

-- Pages with bundles are public, and caches keep them until a notice.
CREATE TRIGGER bundles_changed AFTER INSERT OR UPDATE ON bundles FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
