-- Money that goes back. The intention is written before the provider is asked, and ends by what the provider's purchase
-- shows; what the provider gave back unasked is written down when it is seen.
CREATE TABLE refunds (
  id                      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id               text NOT NULL UNIQUE,
  order_id                bigint NOT NULL REFERENCES orders,
  payment_id              bigint NOT NULL REFERENCES payments,
  -- 'lines': what the order's lines cost; 'held': money that is not the order's; 'chargeback': taken back by the bank.
  kind                    text NOT NULL CHECK (kind IN ('lines', 'held', 'chargeback')),
  -- Asked for here, or seen at the provider.
  origin                  text NOT NULL CHECK (origin IN ('asked', 'provider')),
  -- 'reversed': the money came back after all.
  state                   text NOT NULL CHECK (state IN ('planned', 'asking', 'pending', 'done', 'failed', 'reversed')),
  amount_cents            bigint NOT NULL CHECK (amount_cents > 0),
  -- What the provider would still have given back just before it was asked.
  refundable_before_cents bigint,
  -- Whose lines it was is known: refund_lines adds up to the amount. The provider names none.
  is_named                boolean NOT NULL DEFAULT true,
  reason                  text NOT NULL DEFAULT '',
  asked_by                bigint REFERENCES users,
  provider_refund_id      text,
  -- Why it failed: the provider's codes, or 'no_trace' when it never showed after an unknown outcome.
  failure                 text,
  created_at              timestamptz NOT NULL DEFAULT now(),
  asked_at                timestamptz,
  resolved_at             timestamptz,
  -- When a job looks at it again; null once nothing can change by itself.
  next_look_at            timestamptz,
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK ((state IN ('done', 'failed', 'reversed')) = (resolved_at IS NOT NULL))
);
-- One at a time for each payment: a drop of the refundable amount has one meaning.
CREATE UNIQUE INDEX refunds_one_in_flight ON refunds (payment_id) WHERE state IN ('planned', 'asking', 'pending');
CREATE INDEX refunds_payment_idx ON refunds (payment_id);
CREATE INDEX refunds_order_idx ON refunds (order_id, id);
CREATE INDEX refunds_asked_by_idx ON refunds (asked_by);
CREATE INDEX refunds_due_idx ON refunds (next_look_at) WHERE next_look_at IS NOT NULL;

CREATE TABLE refund_lines (
  refund_id bigint NOT NULL REFERENCES refunds,
  line_id   bigint NOT NULL REFERENCES order_lines,
  cents     integer NOT NULL CHECK (cents >= 0),
  PRIMARY KEY (refund_id, line_id)
);
CREATE INDEX refund_lines_line_idx ON refund_lines (line_id);

-- What of a line's price is with its buyer again.
ALTER TABLE order_lines
  ADD COLUMN refunded_cents integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT order_lines_refunded_within_price CHECK (refunded_cents BETWEEN 0 AND price_cents);

ALTER TABLE payments
  -- Money in the books that is nobody's yet (surplus, under review); below 0: given back, and not known for what.
  ADD COLUMN held_cents       bigint NOT NULL DEFAULT 0,
  ADD COLUMN held_postings    integer NOT NULL DEFAULT 0,
  -- Faults of this money that a person has looked at and accepted.
  ADD COLUMN accepted_reasons text[] NOT NULL DEFAULT '{}';

-- What a buyer asks for: the lines of one order and one seller. Answered by that seller.
CREATE TABLE refund_requests (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id   text NOT NULL UNIQUE,
  order_id    bigint NOT NULL REFERENCES orders,
  seller_id   bigint NOT NULL REFERENCES sellers,
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'refunded', 'declined', 'withdrawn')),
  reason      text NOT NULL,
  answer      text NOT NULL DEFAULT '',
  answered_by bigint REFERENCES users,
  created_at  timestamptz NOT NULL DEFAULT now(),
  answered_at timestamptz,
  CHECK ((state = 'open') = (answered_at IS NULL))
);
CREATE INDEX refund_requests_order_idx ON refund_requests (order_id);
CREATE INDEX refund_requests_seller_idx ON refund_requests (seller_id, id DESC);
CREATE INDEX refund_requests_answered_by_idx ON refund_requests (answered_by);
CREATE INDEX refund_requests_open_idx ON refund_requests (id DESC) WHERE state = 'open';

CREATE TABLE refund_request_lines (
  request_id bigint NOT NULL REFERENCES refund_requests,
  line_id    bigint NOT NULL REFERENCES order_lines,
  is_open    boolean NOT NULL DEFAULT true,
  PRIMARY KEY (request_id, line_id)
);
CREATE INDEX refund_request_lines_line_idx ON refund_request_lines (line_id);
CREATE UNIQUE INDEX refund_request_lines_one_open ON refund_request_lines (line_id) WHERE is_open;

-- What waits for a person, until its money is accounted for.
CREATE TABLE review_items (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id  text NOT NULL UNIQUE,
  topic      text NOT NULL CHECK (topic IN ('held', 'surplus', 'unnamed_refund', 'chargeback', 'money_back',
                                            'already_owned', 'refund_failed')),
  order_id   bigint NOT NULL REFERENCES orders,
  payment_id bigint NOT NULL REFERENCES payments,
  refund_id  bigint REFERENCES refunds,
  -- Whose account the money is in: who decides, beside the superadmin.
  seller_id  bigint NOT NULL REFERENCES sellers,
  state      text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'closed')),
  -- What was chosen; 'settled_itself' when the facts ended it.
  choice     text,
  reason     text NOT NULL DEFAULT '',
  decided_by bigint REFERENCES users,
  opened_at  timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CHECK ((state = 'open') = (choice IS NULL)),
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX review_items_one_open ON review_items (payment_id, topic, coalesce(refund_id, 0)) WHERE state <> 'closed';
CREATE INDEX review_items_payment_idx ON review_items (payment_id);
CREATE INDEX review_items_order_idx ON review_items (order_id);
CREATE INDEX review_items_refund_idx ON review_items (refund_id);
CREATE INDEX review_items_seller_idx ON review_items (seller_id, id DESC);
CREATE INDEX review_items_decided_by_idx ON review_items (decided_by);
CREATE INDEX review_items_open_idx ON review_items (opened_at) WHERE state = 'open';

-- What was given back before refunds were written down.
UPDATE order_lines SET refunded_cents = price_cents WHERE status = 'refunded';

INSERT INTO refunds (public_id, order_id, payment_id, kind, origin, state, amount_cents, refundable_before_cents, reason,
                     created_at, resolved_at)
SELECT translate(encode(sha256(convert_to('refund of ' || o.public_id, 'UTF8')), 'base64'), '+/=', '-_'),
       o.id, p.id, 'lines', 'provider', 'done', sum(l.price_cents), o.total_cents, '',
       coalesce(p.last_read_at, p.paid_at, o.created_at), coalesce(p.last_read_at, p.paid_at, o.created_at)
  FROM orders o JOIN payments p ON p.order_id = o.id AND p.outcome = 'settled' JOIN order_lines l ON l.order_id = o.id
 WHERE l.status = 'refunded'
 GROUP BY o.id, p.id HAVING sum(l.price_cents) > 0;

INSERT INTO refund_lines (refund_id, line_id, cents)
SELECT r.id, l.id, l.price_cents FROM refunds r JOIN order_lines l ON l.order_id = r.order_id AND l.status = 'refunded';

-- What waited for a person before there was a queue.
INSERT INTO review_items (public_id, topic, order_id, payment_id, seller_id, opened_at)
SELECT translate(encode(sha256(convert_to(t.topic || p.id, 'UTF8')), 'base64'), '+/=', '-_'), t.topic, p.order_id, p.id,
       a.seller_id, coalesce(p.paid_at, p.created_at)
  FROM payments p JOIN payment_accounts a ON a.id = p.payment_account_id
 CROSS JOIN LATERAL (
   SELECT 'held' AS topic WHERE p.outcome = 'needs_review' AND p.state = 'paid'
   UNION ALL SELECT 'surplus' WHERE p.outcome = 'surplus' AND p.state = 'paid'
   UNION ALL SELECT 'already_owned' WHERE 'already_owned' = ANY (p.attention) AND p.state = 'paid') t;
