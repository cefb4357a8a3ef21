-- Streams in several qualities, made from uploaded lesson videos (docs/decisions/video-streams.md).
CREATE TABLE media_streams (
  media_id bigint PRIMARY KEY REFERENCES media ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('waiting', 'making', 'ready', 'failed', 'impossible')),
  percent smallint NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  -- Why it failed or is impossible.
  problem text CHECK (problem IN ('no_ffmpeg', 'no_picture', 'too_large', 'unreadable', 'too_slow')),
  changed_at timestamptz NOT NULL,
  CHECK ((problem IS NOT NULL) = (state IN ('failed', 'impossible')))
);

CREATE TABLE media_stream_files (
  media_id bigint NOT NULL REFERENCES media_streams ON DELETE CASCADE,
  -- The shorter side of the picture in pixels ('720'), 'audio', 'poster' or 'storyboard'.
  name text NOT NULL CHECK (name ~ '^([1-9][0-9]{1,3}|audio|poster|storyboard)$'),
  storage_key text NOT NULL UNIQUE,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  -- The segments of a quality, or the tiles of the storyboard.
  facts jsonb,
  PRIMARY KEY (media_id, name)
);

-- For the features that show lessons. `storyboard`: how its tiles are arranged.
CREATE VIEW shown_streams AS
  SELECT s.media_id, s.state, s.percent, s.problem,
         (SELECT array_agg(f.name ORDER BY length(f.name) DESC, f.name DESC) FROM media_stream_files f
           WHERE f.media_id = s.media_id) AS files,
         (SELECT f.facts FROM media_stream_files f
           WHERE f.media_id = s.media_id AND f.name = 'storyboard') AS storyboard
    FROM media_streams s;
