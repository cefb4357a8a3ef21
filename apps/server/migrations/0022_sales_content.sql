-- What sellers write for their sales pages, beside outcomes and faq.
ALTER TABLE courses
  ADD COLUMN subtitle     text NOT NULL DEFAULT '' CHECK (length(subtitle) <= 160),
  ADD COLUMN requirements jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(requirements) = 'array'),
  ADD COLUMN audience     jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(audience) = 'array'),
  ADD COLUMN plan_lines   jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(plan_lines) = 'array');

-- Related courses of the same seller, whose private ones may be many.
CREATE INDEX courses_public_seller_idx ON courses (seller_id, id DESC) WHERE archived_at IS NULL AND NOT is_private;

-- Public pages show who teaches: whoever keeps them ready hears of it as of a change to the course.
CREATE TRIGGER teachers_changed AFTER UPDATE OF name, avatar_url, bio ON users
  FOR EACH ROW WHEN (OLD.role <> 'student'
    AND (OLD.name, OLD.avatar_url, OLD.bio) IS DISTINCT FROM (NEW.name, NEW.avatar_url, NEW.bio))
  EXECUTE FUNCTION tell_courses_changed();
