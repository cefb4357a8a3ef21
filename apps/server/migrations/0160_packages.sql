-- Lessons that are SCORM packages (docs/decisions/packages.md). The archive is a file like any other upload and stays packed; the rows
-- below say where its files are in it. Oldest release that may serve: 0157, which shows such a lesson as an unknown file.
ALTER TABLE media DROP CONSTRAINT media_purpose_check;
ALTER TABLE media
  ADD CONSTRAINT media_purpose_check
  CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz', 'discussion', 'archive', 'package')) NOT VALID;

CREATE TABLE packages (
  media_id bigint PRIMARY KEY REFERENCES media ON DELETE CASCADE,
  -- Of the file, as the rights to it are asked for.
  public_id text NOT NULL,
  version text NOT NULL CHECK (version IN ('1.2', '2004')),
  title text NOT NULL,
  -- What it can launch, in the order of its table of contents.
  activities jsonb NOT NULL
);

CREATE TABLE package_files (
  media_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  path text NOT NULL,
  -- Bytes of the archive.
  packed_start bigint NOT NULL,
  packed_bytes bigint NOT NULL,
  is_deflated boolean NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (media_id, path)
);

-- A person who opened a package: the address of its files names the launch.
CREATE TABLE package_launches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  resource_id bigint NOT NULL REFERENCES course_resources ON DELETE CASCADE,
  media_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  launched_at timestamptz NOT NULL
);
CREATE INDEX package_launches_user_idx ON package_launches (user_id);
CREATE INDEX package_launches_resource_idx ON package_launches (resource_id);
CREATE INDEX package_launches_media_idx ON package_launches (media_id);
CREATE INDEX package_launches_launched_idx ON package_launches (launched_at);

-- What an activity of a package has reported about a learner.
CREATE TABLE package_runs (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  resource_id bigint NOT NULL REFERENCES course_resources ON DELETE CASCADE,
  activity text NOT NULL,
  -- The launch that reported last; not a reference, because launches are deleted.
  launch_id bigint NOT NULL,
  is_completed boolean,
  is_passed boolean,
  -- The best one, from -1 to 1.
  score real,
  -- Of earlier launches, and of the last one.
  earlier_seconds integer NOT NULL DEFAULT 0,
  session_seconds integer NOT NULL DEFAULT 0,
  -- What the content finds when it is opened again; null: it begins anew.
  kept jsonb,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, resource_id, activity)
);
CREATE INDEX package_runs_resource_idx ON package_runs (resource_id);
