-- Timed questions, what their answers are, and what learners gave.
CREATE TABLE assessments (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The quiz item that holds it. Without one it belongs to no course and is open to everybody signed in.
  resource_id        bigint UNIQUE REFERENCES course_resources ON DELETE CASCADE,
  title              text NOT NULL CHECK (title <> '' AND length(title) <= 200),
  time_limit_seconds integer NOT NULL CHECK (time_limit_seconds BETWEEN 60 AND 28800),
  created_at         timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE assessment_questions (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  assessment_id bigint NOT NULL REFERENCES assessments ON DELETE CASCADE,
  place         integer NOT NULL CHECK (place >= 0),
  kind          text NOT NULL CHECK (kind IN ('multiple-choice', 'coding', 'true-false')),
  question      text NOT NULL CHECK (question <> ''),
  points        integer NOT NULL CHECK (points BETWEEN 1 AND 100),
  options       jsonb NOT NULL DEFAULT '[]',
  starter_code  text NOT NULL DEFAULT '',
  function_name text,
  UNIQUE (assessment_id, place),
  CHECK ((kind = 'multiple-choice') = (jsonb_array_length(options) > 0)),
  CHECK ((kind = 'coding') = (function_name IS NOT NULL))
);

-- A table of its own: no list of columns for learners can take an answer along by mistake.
CREATE TABLE answer_keys (
  question_id bigint PRIMARY KEY REFERENCES assessment_questions ON DELETE CASCADE,
  -- multiple-choice: the option's place; true-false: the value; coding: [{ arguments, expected }]
  key         jsonb NOT NULL,
  explanation text NOT NULL DEFAULT ''
);

CREATE TABLE attempts (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  assessment_id bigint NOT NULL REFERENCES assessments ON DELETE CASCADE,
  number        integer NOT NULL CHECK (number > 0),
  started_at    timestamptz NOT NULL,
  deadline_at   timestamptz NOT NULL CHECK (deadline_at > started_at),
  submitted_at  timestamptz CHECK (submitted_at BETWEEN started_at AND deadline_at),
  graded_at     timestamptz CHECK (graded_at IS NULL OR submitted_at IS NOT NULL),
  earned_points integer,
  total_points  integer NOT NULL CHECK (total_points > 0),
  percentage    integer CHECK (percentage BETWEEN 0 AND 100),
  UNIQUE (user_id, assessment_id, number),
  CHECK (earned_points BETWEEN 0 AND total_points),
  CHECK ((graded_at IS NULL) = (earned_points IS NULL) AND (graded_at IS NULL) = (percentage IS NULL))
);
-- One open attempt at a time, however often Start is pressed.
CREATE UNIQUE INDEX attempts_open_key ON attempts (user_id, assessment_id) WHERE submitted_at IS NULL;
CREATE INDEX attempts_assessment_idx ON attempts (assessment_id);
-- For the sweep: what nobody has graded yet.
CREATE INDEX attempts_ungraded_idx ON attempts (deadline_at) WHERE graded_at IS NULL;

CREATE TABLE answers (
  attempt_id    bigint NOT NULL REFERENCES attempts ON DELETE CASCADE,
  question_id   bigint NOT NULL REFERENCES assessment_questions ON DELETE CASCADE,
  given         jsonb NOT NULL,
  saved_at      timestamptz NOT NULL,
  -- Set with the attempt's grade.
  is_correct    boolean,
  earned_points integer CHECK (earned_points >= 0),
  tests_passed  integer CHECK (tests_passed >= 0),
  problem       jsonb CHECK (length(problem::text) <= 1000),
  PRIMARY KEY (attempt_id, question_id)
);
