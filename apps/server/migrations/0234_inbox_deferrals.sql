-- Items of the inbox that one person hides from themselves: until a time, or for good if it is null.
CREATE TABLE inbox_deferrals (
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind ~ '^[a-zA-Z]{1,40}$'),
  ref text NOT NULL CHECK (length(ref) BETWEEN 1 AND 70),
  hidden_until timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, ref)
);
