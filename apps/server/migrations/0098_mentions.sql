-- People whom a reply names with @ (docs/decisions/mentions.md). The names stand in the reply.
CREATE TABLE post_mentions (
  post_id bigint NOT NULL REFERENCES discussion_posts ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (post_id, user_id)
);
CREATE INDEX post_mentions_user_idx ON post_mentions (user_id);
