-- Smaller copies of covers and avatars in modern formats, made when first asked for. They go with their picture's row;
-- files that no row names are swept.
CREATE TABLE media_copies (
  media_id    bigint NOT NULL REFERENCES media ON DELETE CASCADE,
  width       integer NOT NULL CHECK (width > 0),
  format      text NOT NULL CHECK (format IN ('avif', 'webp')),
  storage_key text NOT NULL UNIQUE,
  size_bytes  bigint NOT NULL CHECK (size_bytes >= 0),
  sha256      bytea NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (media_id, width, format)
);
