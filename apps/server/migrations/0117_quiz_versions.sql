-- Quizzes are edited: drafts, versions, settings and more kinds of questions (docs/decisions/quiz-editor.md).
ALTER TABLE assessments
  -- The published version. Attempts start with it.
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- Changes that learners do not see yet (contracts/quiz-draft.ts); null: none.
  ADD COLUMN draft jsonb,
  ADD COLUMN saved_at timestamptz NOT NULL DEFAULT now(),
  -- Null: any number.
  ADD COLUMN attempts_allowed smallint CHECK (attempts_allowed BETWEEN 1 AND 20),
  ADD COLUMN shuffles_questions boolean NOT NULL DEFAULT false,
  ADD COLUMN shuffles_options boolean NOT NULL DEFAULT false;

-- The former release knows the questions of the first version alone: only those have an `assessment_id`.
ALTER TABLE assessment_questions
  ALTER COLUMN assessment_id DROP NOT NULL,
  -- For questions of later versions.
  ADD COLUMN edited_assessment_id bigint REFERENCES assessments ON DELETE CASCADE,
  ADD COLUMN quiz_id bigint GENERATED ALWAYS AS (coalesce(assessment_id, edited_assessment_id)) STORED,
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- Names the same question in all versions of its quiz.
  ADD COLUMN key text NOT NULL DEFAULT gen_random_uuid()::text CHECK (length(key) BETWEEN 1 AND 40),
  -- Of matching questions: what options are chosen for.
  ADD COLUMN prompts jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT assessment_questions_first_version CHECK ((version = 1) = (assessment_id IS NOT NULL)),
  ADD CONSTRAINT assessment_questions_one_quiz CHECK (num_nonnulls(assessment_id, edited_assessment_id) = 1),
  ADD CONSTRAINT assessment_questions_key UNIQUE (quiz_id, version, key),
  DROP CONSTRAINT assessment_questions_kind_check,
  ADD CONSTRAINT assessment_questions_kind_check CHECK (kind IN ('multiple-choice', 'multiple-answers', 'true-false',
    'short-answer', 'numeric', 'matching', 'ordering', 'coding')),
  DROP CONSTRAINT assessment_questions_check,
  ADD CONSTRAINT assessment_questions_check CHECK (
    (kind IN ('multiple-choice', 'multiple-answers', 'matching', 'ordering')) = (jsonb_array_length(options) > 0)),
  ADD CONSTRAINT assessment_questions_prompts CHECK ((kind = 'matching') = (jsonb_array_length(prompts) > 0));
CREATE UNIQUE INDEX assessment_questions_place ON assessment_questions (quiz_id, version, place);
CREATE INDEX assessment_questions_edited ON assessment_questions (edited_assessment_id) WHERE edited_assessment_id IS NOT NULL;

-- What is shown when this option was chosen; empty: nothing for any option.
ALTER TABLE answer_keys ADD COLUMN feedback jsonb NOT NULL DEFAULT '[]';

ALTER TABLE attempts
  -- Of the quiz, when the attempt began.
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- The order shown: {"questions": [ids], "options": {"id": [indexes]}}; null: as written.
  ADD COLUMN shown_order jsonb,
  ADD COLUMN graded_questions smallint,
  -- The former release would grade a later version by the questions of the first one.
  ADD CONSTRAINT attempts_graded_version CHECK (version = 1 OR graded_at IS NULL OR graded_questions IS NOT NULL);

-- Quizzes for those who edit them, published or not.
CREATE VIEW quiz_items AS
SELECT r.id, m.course_id, r.title, r.is_published, m.is_published AS is_module_published
  FROM course_resources r JOIN course_contents m ON m.id = r.content_id
 WHERE r.file_type = 'quiz';
