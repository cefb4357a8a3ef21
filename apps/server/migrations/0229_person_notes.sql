-- The notes of a seller's team about one person.
CREATE TABLE person_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES users,
  seller_id bigint NOT NULL REFERENCES sellers,
  author_id bigint NOT NULL REFERENCES users,
  -- Chosen by the browser, so that a repeated request adds no second note.
  client_key text NOT NULL,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL,
  UNIQUE (author_id, client_key)
);
CREATE INDEX person_notes_person_idx ON person_notes (person_id, id DESC);
CREATE INDEX person_notes_seller_idx ON person_notes (seller_id);

CREATE OR REPLACE VIEW learner_message_texts AS
SELECT m.id, m.body, c.title AS course_title, m.course_id, m.user_id, m.author_id, m.created_at
  FROM learner_messages m JOIN courses c ON c.id = m.course_id;

-- What refunds and chargebacks have returned of each line, except what came back to the seller.
CREATE VIEW returned_lines AS
SELECT r.id AS refund_id, r.kind, b.line_id, b.cents, coalesce(r.resolved_at, r.created_at) AS at
  FROM refunds r JOIN refund_lines b ON b.refund_id = r.id AND b.cents > 0
 WHERE r.state = 'done' OR (r.kind = 'chargeback' AND r.state NOT IN ('failed', 'reversed'));
