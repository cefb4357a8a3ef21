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

-- Pictures of the options of questions (docs/decisions/quiz-editor.md). The release before asks such a question by the words of its options,
-- and keeps the pictures' files. It answers an error for a quiz whose draft has such a picture.
ALTER TABLE assessment_questions
  -- By option: {"file": the public id of an upload, "alt": words, "isAlone": true where only the picture is seen}, or null. Null: none.
  ADD COLUMN option_pictures jsonb CHECK (jsonb_typeof(option_pictures) = 'array');

CREATE OR REPLACE FUNCTION note_question_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tree jsonb;
  of_options jsonb;
  of_question bigint;
  of_draft bigint;
  of_bank bigint;
  shown text[];
BEGIN
  IF TG_TABLE_NAME = 'assessment_questions' THEN
    tree := jsonb_build_object('picture', NEW.picture);
    of_options := NEW.option_pictures;
    of_question := NEW.id;
  ELSIF TG_TABLE_NAME = 'assessments' THEN
    tree := NEW.draft;
    of_draft := NEW.id;
  ELSE
    tree := NEW.question;
    of_bank := NEW.id;
  END IF;
  -- In drafts and in the bank, an option holds its picture as a question does.
  shown := ARRAY(SELECT file #>> '{}' FROM jsonb_path_query(tree, 'lax $.**.picture.file') AS file
                 UNION SELECT file #>> '{}' FROM jsonb_path_query(of_options, 'lax $[*].file') AS file);
  DELETE FROM question_pictures p
   WHERE (p.question_id = of_question OR p.assessment_id = of_draft OR p.bank_question_id = of_bank)
     AND NOT EXISTS (SELECT FROM stored_text_pictures s WHERE s.id = p.media_id AND s.public_id = ANY (shown));
  INSERT INTO question_pictures (question_id, assessment_id, bank_question_id, media_id)
  SELECT of_question, of_draft, of_bank, s.id FROM stored_text_pictures s WHERE s.public_id = ANY (shown)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER assessment_questions_pictures AFTER INSERT ON assessment_questions
  FOR EACH ROW WHEN (NEW.picture IS NOT NULL OR NEW.option_pictures IS NOT NULL) EXECUTE FUNCTION note_question_pictures();
CREATE OR REPLACE TRIGGER assessment_questions_pictures_changed AFTER UPDATE OF picture, option_pictures ON assessment_questions
  FOR EACH ROW EXECUTE FUNCTION note_question_pictures();
