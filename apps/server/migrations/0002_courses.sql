-- Files, courses and what is in them.
CREATE TABLE media (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id     text NOT NULL UNIQUE,
  owner_id      bigint NOT NULL REFERENCES users,
  business_id   bigint REFERENCES businesses,
  purpose       text NOT NULL CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz')),
  content_type  text NOT NULL,
  size_bytes    bigint NOT NULL CHECK (size_bytes >= 0),
  sha256        bytea NOT NULL,
  storage_key   text NOT NULL UNIQUE,
  original_name text NOT NULL DEFAULT '',
  -- Read from the file by a job after the upload; null until then, or when the file does not tell.
  seconds       double precision CHECK (seconds >= 0),
  pages         integer CHECK (pages >= 0),
  probed_at     timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX media_owner_idx ON media (owner_id, id DESC);

CREATE TABLE media_captions (
  media_id         bigint NOT NULL REFERENCES media ON DELETE CASCADE,
  language         text NOT NULL CHECK (language IN ('en', 'ms')),
  caption_media_id bigint NOT NULL REFERENCES media,
  PRIMARY KEY (media_id, language)
);

CREATE TABLE courses (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id     bigint NOT NULL REFERENCES sellers,
  created_by    bigint NOT NULL REFERENCES users,
  instructor_id bigint NOT NULL REFERENCES users,
  title         text NOT NULL CHECK (title <> '' AND length(title) <= 200),
  description   text NOT NULL CHECK (length(description) <= 20000),
  image_id      bigint REFERENCES media,
  price_cents   integer NOT NULL DEFAULT 0 CHECK (price_cents BETWEEN 0 AND 1000000),
  is_private    boolean NOT NULL DEFAULT false,
  category      text CHECK (category IN ('Programming', 'Design', 'Business', 'Data Science', 'Marketing', 'AI & ML')),
  outcomes      jsonb NOT NULL DEFAULT '[]',
  faq           jsonb NOT NULL DEFAULT '[]',
  archived_at   timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now()
);
-- The public list: newest id first, with and without a category.
CREATE INDEX courses_public_idx ON courses (id DESC) WHERE archived_at IS NULL AND NOT is_private;
CREATE INDEX courses_public_category_idx ON courses (category, id DESC) WHERE archived_at IS NULL AND NOT is_private;
CREATE INDEX courses_creator_idx ON courses (created_by, id DESC) WHERE archived_at IS NULL;
CREATE INDEX courses_instructor_idx ON courses (instructor_id, id DESC) WHERE archived_at IS NULL;
CREATE INDEX courses_seller_idx ON courses (seller_id, id DESC) WHERE archived_at IS NULL;
CREATE INDEX courses_title_trgm ON courses USING gin (title gin_trgm_ops);
CREATE INDEX courses_description_trgm ON courses USING gin (description gin_trgm_ops);

-- How many public courses each shelf holds, so that a list can say its total without counting a hundred thousand rows.
CREATE TABLE public_course_counts (
  category text NOT NULL,
  is_free  boolean NOT NULL,
  courses  bigint NOT NULL,
  PRIMARY KEY (category, is_free)
);
CREATE FUNCTION count_public_courses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.archived_at IS NULL AND NOT OLD.is_private;
  is_now boolean := TG_OP <> 'DELETE' AND NEW.archived_at IS NULL AND NOT NEW.is_private;
BEGIN
  IF was AND is_now AND OLD.category IS NOT DISTINCT FROM NEW.category AND (OLD.price_cents = 0) = (NEW.price_cents = 0) THEN
    RETURN NULL;
  END IF;
  IF was THEN
    UPDATE public_course_counts SET courses = courses - 1
     WHERE category = coalesce(OLD.category, '') AND is_free = (OLD.price_cents = 0);
  END IF;
  IF is_now THEN
    INSERT INTO public_course_counts VALUES (coalesce(NEW.category, ''), NEW.price_cents = 0, 1)
    ON CONFLICT (category, is_free) DO UPDATE SET courses = public_course_counts.courses + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER courses_counted AFTER INSERT OR UPDATE OR DELETE ON courses
  FOR EACH ROW EXECUTE FUNCTION count_public_courses();

CREATE TABLE course_invites (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id  bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  created_by bigint NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL,
  max_uses   integer CHECK (max_uses > 0),
  uses       integer NOT NULL DEFAULT 0,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (max_uses IS NULL OR uses <= max_uses)
);
CREATE INDEX course_invites_course_idx ON course_invites (course_id);

CREATE TABLE course_contents (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id    bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  title        text NOT NULL CHECK (title <> ''),
  description  text NOT NULL DEFAULT '',
  kind         text NOT NULL DEFAULT 'chapter' CHECK (kind = 'chapter'),
  sort_order   integer NOT NULL CHECK (sort_order >= 0),
  is_published boolean NOT NULL DEFAULT false,
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX course_contents_course_idx ON course_contents (course_id, sort_order, id);

CREATE TABLE course_resources (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content_id   bigint NOT NULL REFERENCES course_contents ON DELETE CASCADE,
  media_id     bigint REFERENCES media,
  title        text NOT NULL,
  file_type    text NOT NULL CHECK (file_type IN ('video', 'pdf', 'document', 'quiz', 'reading', 'assignment', 'other')),
  sort_order   integer NOT NULL CHECK (sort_order >= 0),
  is_published boolean NOT NULL DEFAULT true,
  is_preview   boolean NOT NULL DEFAULT false,
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX course_resources_content_idx ON course_resources (content_id, sort_order, id);
CREATE INDEX course_resources_media_idx ON course_resources (media_id);

-- Whoever keeps ready bytes of public lists listens here.
CREATE FUNCTION tell_courses_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('courses_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER courses_changed AFTER INSERT OR UPDATE OR DELETE ON courses
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER course_contents_changed AFTER INSERT OR UPDATE OR DELETE ON course_contents
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER course_resources_changed AFTER INSERT OR UPDATE OR DELETE ON course_resources
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
