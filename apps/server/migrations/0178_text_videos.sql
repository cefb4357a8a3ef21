-- Videos in the texts of lessons (docs/decisions/lesson-texts.md), beside the pictures and files of 0175 in the same table. Oldest release
-- that may serve: 0175. It answers an error for a text with videos, refuses to save one, and keeps the videos.
ALTER TABLE media DROP CONSTRAINT media_purpose_check;
ALTER TABLE media ADD CONSTRAINT media_purpose_check CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz',
  'discussion', 'archive', 'package', 'hand-in', 'text-picture', 'signature', 'text-file', 'text-video')) NOT VALID;

-- The trigger writes which of these a text shows.
CREATE OR REPLACE VIEW stored_text_pictures AS
SELECT id, public_id, width, height FROM media WHERE purpose IN ('text-picture', 'text-file', 'text-video');

-- `seconds`: the length of a video, once it is known.
CREATE OR REPLACE VIEW shown_text_pictures AS
SELECT p.resource_id, p.media_id, m.public_id, m.width, m.height, m.purpose, m.original_name, m.size_bytes, m.seconds
  FROM lesson_text_pictures p JOIN media m ON m.id = p.media_id;

CREATE OR REPLACE FUNCTION note_text_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown text[] := ARRAY(
    SELECT DISTINCT file #>> '{}'
      FROM unnest(ARRAY[NEW.document, NEW.draft]) AS text (tree),
           jsonb_path_query(text.tree,
             'strict $.**?(@.type == "picture" || @.type == "attachment" || @.type == "video").attrs.file', '{}', true) AS file);
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
