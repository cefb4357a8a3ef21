-- oldest release that serves: 0223
-- oldest release that sells: 0223
-- An order's courses are for its buyer, or, if it is a gift, for the person who takes it: null until then.
ALTER TABLE orders
  ADD COLUMN is_gift boolean NOT NULL DEFAULT false,
  ADD COLUMN learner_id bigint REFERENCES users,
  ADD CONSTRAINT orders_learner CHECK (learner_id IS NULL OR is_gift);

CREATE OR REPLACE VIEW settled_lines AS
SELECT l.id, l.order_id, l.seller_id, l.course_id, l.title, l.price_cents, l.tax_cents, l.status, o.buyer_id, o.settled_at,
       o.public_id AS order_public_id, CASE WHEN o.is_gift THEN o.learner_id ELSE o.buyer_id END AS learner_id
  FROM order_lines l JOIN orders o ON o.id = l.order_id
 WHERE o.settled_at IS NOT NULL;

-- What gifts show of their orders. `is_returning`: the buyer asks for a refund of a course, a refund is under way, or the buyer's bank
-- has taken money back.
CREATE VIEW gift_orders AS
SELECT o.id AS order_id, o.public_id, o.buyer_id, o.learner_id, o.created_at, o.settled_at,
       EXISTS (SELECT FROM refund_requests q WHERE q.order_id = o.id AND q.state = 'open')
         OR EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND (
              (r.kind = 'lines' AND r.state IN ('planned', 'asking', 'pending'))
              OR (r.state = 'done' AND (r.kind = 'chargeback' OR NOT r.is_named)))) AS is_returning
  FROM orders o WHERE o.is_gift;
CREATE VIEW gift_lines AS
SELECT l.id, l.order_id, l.course_id, l.title, l.price_cents, l.status FROM order_lines l JOIN orders o ON o.id = l.order_id
 WHERE o.is_gift;
-- Courses that are paid for and that nobody has taken yet.
CREATE VIEW waiting_gifts AS
SELECT l.course_id FROM order_lines l JOIN orders o ON o.id = l.order_id
 WHERE o.is_gift AND o.learner_id IS NULL AND l.status = 'granted';

-- To whom an order is given. Whoever has the code takes it, once; another address makes another code.
CREATE TABLE gifts (
  order_id bigint PRIMARY KEY REFERENCES orders,
  recipient_name text NOT NULL CHECK (char_length(recipient_name) <= 60),
  -- Empty: the buyer hands the card over, and nothing is mailed.
  recipient_email citext NOT NULL CHECK (char_length(recipient_email) <= 254),
  message text NOT NULL CHECK (char_length(message) <= 500),
  language text NOT NULL CHECK (language IN ('en', 'ms')),
  -- The day in Malaysia on which it is mailed; null: at once.
  send_on date,
  -- The SHA-256 digest finds the gift of a code; the sealed code is printed on the card.
  code_digest bytea NOT NULL UNIQUE,
  code_sealed bytea NOT NULL,
  mailed_at timestamptz,
  taken_at timestamptz,
  -- Who chose the recipient: the buyer, or a recipient who had the courses already and has passed the gift on. Each sees only their own.
  giver_id bigint NOT NULL REFERENCES users,
  -- The digest of the code with which it was passed on, for its giver.
  former_digest bytea UNIQUE
);
CREATE INDEX gifts_unmailed_idx ON gifts (order_id) WHERE mailed_at IS NULL AND taken_at IS NULL AND recipient_email <> '';
CREATE INDEX gifts_recipient_email_idx ON gifts (recipient_email);
CREATE INDEX gifts_giver_idx ON gifts (giver_id);
