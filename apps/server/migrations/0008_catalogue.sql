-- The free shelf with and without a category, where free courses are few; and private courses, for those who may see them.
CREATE INDEX courses_free_idx ON courses (id DESC) WHERE archived_at IS NULL AND NOT is_private AND price_cents = 0;
CREATE INDEX courses_free_category_idx ON courses (category, id DESC)
  WHERE archived_at IS NULL AND NOT is_private AND price_cents = 0;
CREATE INDEX courses_private_idx ON courses (id DESC) WHERE archived_at IS NULL AND is_private;
