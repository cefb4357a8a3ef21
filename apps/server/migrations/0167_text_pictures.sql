-- Pictures in the texts of lessons (docs/decisions/lesson-texts.md). Oldest release that may serve: 0166. It shows such a text
-- without its pictures, refuses to save one, and keeps the pictures' files.
ALTER TABLE media DROP CONSTRAINT media_purpose_check;
ALTER TABLE media ADD CONSTRAINT media_purpose_check CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz',
  'discussion', 'archive', 'package', 'hand-in', 'text-picture')) NOT VALID;

-- Which lessons show a picture, in what learners read or in the draft. The trigger below writes it.
CREATE TABLE lesson_text_pictures (
  resource_id bigint NOT NULL REFERENCES lesson_texts ON DELETE CASCADE,
  -- The file stays while a text shows it.
  media_id bigint NOT NULL REFERENCES media,
  PRIMARY KEY (resource_id, media_id)
);
CREATE INDEX lesson_text_pictures_media_idx ON lesson_text_pictures (media_id);

-- For features that write and read the pictures of uploads.
CREATE VIEW stored_text_pictures AS
SELECT id, public_id, width, height FROM media WHERE purpose = 'text-picture';

-- For showing, opening and keeping files: which texts show them.
CREATE VIEW shown_text_pictures AS
SELECT p.resource_id, p.media_id, m.public_id, m.width, m.height
  FROM lesson_text_pictures p JOIN media m ON m.id = p.media_id;

CREATE FUNCTION note_text_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown text[] := ARRAY(
    SELECT DISTINCT file #>> '{}'
      FROM unnest(ARRAY[NEW.document, NEW.draft]) AS text (tree),
           jsonb_path_query(text.tree, 'strict $.**?(@.type == "picture").attrs.file', '{}', true) AS file);
BEGIN
  DELETE FROM lesson_text_pictures p
   WHERE p.resource_id = NEW.resource_id
     AND NOT EXISTS (SELECT FROM stored_text_pictures s WHERE s.id = p.media_id AND s.public_id = ANY (shown));
  INSERT INTO lesson_text_pictures (resource_id, media_id)
  SELECT NEW.resource_id, s.id FROM stored_text_pictures s WHERE s.public_id = ANY (shown)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER lesson_texts_pictures AFTER INSERT OR UPDATE OF document, draft ON lesson_texts
  FOR EACH ROW EXECUTE FUNCTION note_text_pictures();
