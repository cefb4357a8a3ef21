-- The answer that the author of a discussion or a moderator accepted; 0093 allows one of each discussion. Votes for texts of others.
ALTER TABLE discussion_posts ADD COLUMN accepted_at timestamptz;

-- `post_id` is null for a vote for the opening text. One vote per person and text.
CREATE TABLE helpful_votes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discussion_id bigint NOT NULL REFERENCES discussions ON DELETE CASCADE,
  post_id bigint REFERENCES discussion_posts ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (discussion_id, post_id, user_id)
);
CREATE INDEX helpful_votes_post_idx ON helpful_votes (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX helpful_votes_user_idx ON helpful_votes (user_id);
