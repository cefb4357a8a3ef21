-- Orders say what is bought; payments say what happened at the provider. 'Paid' follows from a settled payment.
CREATE TABLE orders (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id          text NOT NULL UNIQUE,
  buyer_id           bigint NOT NULL REFERENCES users,
  state              text NOT NULL DEFAULT 'created'
                     CHECK (state IN ('created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunded')),
  currency           text NOT NULL DEFAULT 'MYR' CHECK (currency = 'MYR'),
  total_cents        integer NOT NULL CHECK (total_cents >= 0),
  -- The payee and the very version of its account; null for an order that costs nothing.
  payment_account_id bigint REFERENCES payment_accounts,
  customer           jsonb NOT NULL DEFAULT '{}',
  language           text NOT NULL DEFAULT 'en',
  -- Where the buyer's browser is, so that the provider sends it back there.
  origin             text NOT NULL,
  created_at         timestamptz NOT NULL DEFAULT now(),
  settled_at         timestamptz,
  CHECK ((state IN ('paid', 'refunded')) = (settled_at IS NOT NULL)),
  CHECK (total_cents = 0 OR payment_account_id IS NOT NULL)
);
CREATE INDEX orders_buyer_idx ON orders (buyer_id, id DESC);

CREATE TABLE order_lines (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id         bigint NOT NULL REFERENCES orders,
  course_id        bigint NOT NULL REFERENCES courses ON DELETE RESTRICT,
  seller_id        bigint NOT NULL REFERENCES sellers,
  title            text NOT NULL,
  list_price_cents integer NOT NULL CHECK (list_price_cents >= 0),
  discount_cents   integer NOT NULL DEFAULT 0 CHECK (discount_cents >= 0),
  tax_cents        integer NOT NULL DEFAULT 0 CHECK (tax_cents >= 0),
  price_cents      integer NOT NULL CHECK (price_cents >= 0),
  status           text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'granted', 'refunded')),
  UNIQUE (order_id, course_id),
  CHECK (price_cents = list_price_cents - discount_cents)
);
CREATE INDEX order_lines_course_idx ON order_lines (course_id);

-- One open purchase per person and course: the row exists exactly while the order can still be paid by its own page.
CREATE TABLE open_purchases (
  user_id   bigint NOT NULL REFERENCES users,
  course_id bigint NOT NULL REFERENCES courses,
  order_id  bigint NOT NULL REFERENCES orders,
  PRIMARY KEY (user_id, course_id)
);
CREATE INDEX open_purchases_order_idx ON open_purchases (order_id);

CREATE TABLE payments (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id           bigint NOT NULL REFERENCES orders,
  payment_account_id bigint NOT NULL REFERENCES payment_accounts,
  -- Null between deciding to ask the provider and its answer.
  provider_id        text,
  checkout_url       text,
  state              text NOT NULL DEFAULT 'created'
                     CHECK (state IN ('created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunded')),
  provider_status    text NOT NULL DEFAULT '',
  -- What became of money that arrived: it settled the order, was one payment too many, or needs a person.
  outcome            text CHECK (outcome IN ('settled', 'surplus', 'needs_review')),
  review_reason      text,
  due_at             timestamptz NOT NULL,
  created_at         timestamptz NOT NULL DEFAULT now(),
  paid_at            timestamptz,
  last_read_at       timestamptz,
  reads              integer NOT NULL DEFAULT 0,
  -- When the sweeper looks next; null once nothing can change any more.
  next_read_at       timestamptz,
  UNIQUE (payment_account_id, provider_id),
  CHECK ((outcome = 'needs_review') = (review_reason IS NOT NULL))
);
CREATE UNIQUE INDEX payments_one_settles ON payments (order_id) WHERE outcome = 'settled';
CREATE INDEX payments_order_idx ON payments (order_id, id DESC);
CREATE INDEX payments_due_idx ON payments (next_read_at) WHERE next_read_at IS NOT NULL;

-- What the provider told us, word for word, stored once however often it is repeated.
CREATE TABLE payment_events (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_account_id bigint NOT NULL REFERENCES payment_accounts,
  body_sha256        bytea NOT NULL,
  body               bytea NOT NULL,
  event_type         text,
  provider_id        text,
  deliveries         integer NOT NULL DEFAULT 1,
  received_at        timestamptz NOT NULL DEFAULT now(),
  handled_at         timestamptz,
  UNIQUE (payment_account_id, body_sha256)
);
CREATE INDEX payment_events_provider_idx ON payment_events (payment_account_id, provider_id);
