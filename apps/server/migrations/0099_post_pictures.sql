-- Pictures in discussions and replies (docs/decisions/post-pictures.md).
ALTER TABLE media DROP CONSTRAINT media_purpose_check;
ALTER TABLE media
  ADD CONSTRAINT media_purpose_check CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz', 'discussion')) NOT VALID,
  -- Pixels of a picture; null for other files and earlier pictures.
  ADD COLUMN width integer,
  ADD COLUMN height integer;

CREATE TABLE post_pictures (
  -- The primary key: a picture belongs to one text.
  media_id bigint PRIMARY KEY REFERENCES media ON DELETE CASCADE,
  discussion_id bigint NOT NULL REFERENCES discussions ON DELETE CASCADE,
  -- Null: of the opening text.
  post_id bigint REFERENCES discussion_posts ON DELETE CASCADE,
  place smallint NOT NULL,
  -- What the picture shows, in its author's words; may be empty.
  alt text NOT NULL
);
CREATE INDEX post_pictures_discussion_idx ON post_pictures (discussion_id);
CREATE INDEX post_pictures_post_idx ON post_pictures (post_id);

-- For the feature that shows pictures.
CREATE VIEW stored_pictures AS
  SELECT id, public_id, width, height FROM media WHERE purpose = 'discussion';

-- For delivering and deleting files: the discussion that shows a picture. None for a picture of a removed text.
CREATE VIEW shown_post_pictures AS
  SELECT t.media_id, d.course_id, d.group_id, d.hidden_at IS NOT NULL OR p.hidden_at IS NOT NULL AS is_hidden,
         o.user_id AS group_owner_id
    FROM post_pictures t
    JOIN discussions d ON d.id = t.discussion_id
    LEFT JOIN discussion_posts p ON p.id = t.post_id
    LEFT JOIN group_members o ON o.group_id = d.group_id AND o.role = 'owner'
   WHERE d.removed_at IS NULL AND p.removed_at IS NULL;
