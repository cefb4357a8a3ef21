-- Study groups and discussions. Counts are kept by triggers, in the transaction that changes what is counted.
CREATE TABLE study_groups (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name             text NOT NULL CHECK (name <> '' AND length(name) <= 80),
  description      text NOT NULL CHECK (description <> '' AND length(description) <= 1000),
  category         text CHECK (category IN ('Programming', 'Design', 'Business', 'Data Science', 'Marketing', 'AI & ML')),
  created_by       bigint NOT NULL REFERENCES users,
  member_count     integer NOT NULL DEFAULT 0 CHECK (member_count >= 0),
  discussion_count integer NOT NULL DEFAULT 0 CHECK (discussion_count >= 0),
  created_at       timestamptz NOT NULL DEFAULT now(),
  last_activity_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX study_groups_creator_idx ON study_groups (created_by, created_at DESC);
CREATE INDEX study_groups_name_trgm ON study_groups USING gin (name gin_trgm_ops);
CREATE INDEX study_groups_description_trgm ON study_groups USING gin (description gin_trgm_ops);

CREATE TABLE group_members (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id  bigint NOT NULL REFERENCES study_groups ON DELETE CASCADE,
  user_id   bigint NOT NULL REFERENCES users,
  role      text NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'member')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (group_id, user_id)
);
CREATE UNIQUE INDEX group_members_one_owner ON group_members (group_id) WHERE role = 'owner';
CREATE INDEX group_members_group_idx ON group_members (group_id, id DESC);
CREATE INDEX group_members_user_idx ON group_members (user_id, group_id DESC);

CREATE TABLE discussions (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- In a group, in a course, or for everybody.
  group_id         bigint REFERENCES study_groups ON DELETE CASCADE,
  course_id        bigint REFERENCES courses ON DELETE CASCADE,
  author_id        bigint NOT NULL REFERENCES users,
  title            text NOT NULL CHECK (length(title) <= 200),
  body             text NOT NULL CHECK (length(body) <= 10000),
  reply_count      integer NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
  created_at       timestamptz NOT NULL DEFAULT now(),
  last_activity_at timestamptz NOT NULL DEFAULT now(),
  edited_at        timestamptz,
  hidden_at        timestamptz,
  hidden_by        bigint REFERENCES users,
  -- Deleted by its author: the text is gone, the row still counts towards how much somebody writes.
  removed_at       timestamptz,
  CHECK (group_id IS NULL OR course_id IS NULL),
  CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CHECK (CASE WHEN removed_at IS NULL THEN title <> '' AND body <> '' ELSE title = '' AND body = '' END)
);
CREATE INDEX discussions_group_idx ON discussions (group_id, id DESC) WHERE group_id IS NOT NULL;
CREATE INDEX discussions_course_idx ON discussions (course_id, id DESC) WHERE course_id IS NOT NULL;
CREATE INDEX discussions_author_idx ON discussions (author_id, created_at DESC);
CREATE INDEX discussions_title_trgm ON discussions USING gin (title gin_trgm_ops);
CREATE INDEX discussions_body_trgm ON discussions USING gin (body gin_trgm_ops);

CREATE TABLE discussion_posts (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discussion_id bigint NOT NULL REFERENCES discussions ON DELETE CASCADE,
  author_id     bigint NOT NULL REFERENCES users,
  body          text NOT NULL CHECK (length(body) <= 10000),
  created_at    timestamptz NOT NULL DEFAULT now(),
  edited_at     timestamptz,
  hidden_at     timestamptz,
  hidden_by     bigint REFERENCES users,
  removed_at    timestamptz,
  CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CHECK ((removed_at IS NULL) = (body <> ''))
);
CREATE INDEX discussion_posts_discussion_idx ON discussion_posts (discussion_id, id DESC);
CREATE INDEX discussion_posts_author_idx ON discussion_posts (author_id, created_at DESC);

-- `post_id` null: the opening text. Once per person and text.
CREATE TABLE post_reports (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discussion_id bigint NOT NULL REFERENCES discussions ON DELETE CASCADE,
  post_id       bigint REFERENCES discussion_posts ON DELETE CASCADE,
  reporter_id   bigint NOT NULL REFERENCES users,
  reason        text NOT NULL CHECK (reason <> '' AND length(reason) <= 500),
  created_at    timestamptz NOT NULL DEFAULT now(),
  resolved_at   timestamptz,
  resolved_by   bigint REFERENCES users,
  UNIQUE NULLS NOT DISTINCT (discussion_id, post_id, reporter_id),
  CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX post_reports_open_idx ON post_reports (discussion_id) WHERE resolved_at IS NULL;
CREATE INDEX post_reports_reporter_idx ON post_reports (reporter_id, created_at DESC);

CREATE FUNCTION count_group_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE study_groups SET member_count = member_count + 1 WHERE id = NEW.group_id;
  ELSE
    UPDATE study_groups SET member_count = member_count - 1 WHERE id = OLD.group_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER group_members_counted AFTER INSERT OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION count_group_members();

CREATE FUNCTION count_group_discussions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.group_id IS NOT NULL AND OLD.hidden_at IS NULL AND OLD.removed_at IS NULL;
  is_now boolean := TG_OP <> 'DELETE' AND NEW.group_id IS NOT NULL AND NEW.hidden_at IS NULL AND NEW.removed_at IS NULL;
BEGIN
  IF TG_OP = 'INSERT' AND is_now THEN
    UPDATE study_groups
       SET discussion_count = discussion_count + 1, last_activity_at = greatest(last_activity_at, NEW.created_at)
     WHERE id = NEW.group_id;
  ELSIF was <> is_now THEN
    UPDATE study_groups SET discussion_count = discussion_count + CASE WHEN is_now THEN 1 ELSE -1 END
     WHERE id = CASE WHEN is_now THEN NEW.group_id ELSE OLD.group_id END;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER discussions_counted AFTER INSERT OR DELETE OR UPDATE OF hidden_at, removed_at ON discussions
  FOR EACH ROW EXECUTE FUNCTION count_group_discussions();

CREATE FUNCTION count_discussion_posts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.hidden_at IS NULL AND OLD.removed_at IS NULL;
  is_now boolean := TG_OP <> 'DELETE' AND NEW.hidden_at IS NULL AND NEW.removed_at IS NULL;
BEGIN
  IF TG_OP = 'INSERT' AND is_now THEN
    UPDATE discussions
       SET reply_count = reply_count + 1, last_activity_at = greatest(last_activity_at, NEW.created_at)
     WHERE id = NEW.discussion_id;
    UPDATE study_groups SET last_activity_at = greatest(last_activity_at, NEW.created_at)
     WHERE id = (SELECT group_id FROM discussions WHERE id = NEW.discussion_id);
  ELSIF was <> is_now THEN
    UPDATE discussions SET reply_count = reply_count + CASE WHEN is_now THEN 1 ELSE -1 END
     WHERE id = CASE WHEN is_now THEN NEW.discussion_id ELSE OLD.discussion_id END;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER discussion_posts_counted AFTER INSERT OR DELETE OR UPDATE OF hidden_at, removed_at ON discussion_posts
  FOR EACH ROW EXECUTE FUNCTION count_discussion_posts();
