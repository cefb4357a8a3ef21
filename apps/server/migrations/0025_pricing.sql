-- A timed price below the list price. Without a beginning it runs already, without an end until somebody ends it.
ALTER TABLE courses
  ADD COLUMN sale_price_cents integer,
  ADD COLUMN sale_starts_at   timestamptz,
  ADD COLUMN sale_ends_at     timestamptz,
  ADD CONSTRAINT courses_sale_below_list CHECK (sale_price_cents > 0 AND sale_price_cents < price_cents),
  ADD CONSTRAINT courses_sale_period CHECK (sale_starts_at < sale_ends_at),
  ADD CONSTRAINT courses_sale_has_price
      CHECK (sale_price_cents IS NOT NULL OR (sale_starts_at IS NULL AND sale_ends_at IS NULL));

-- In hundredths of a percent: the SST inside the seller's prices, and what the platform keeps of each sale.
ALTER TABLE sellers
  ADD COLUMN tax_basis_points integer NOT NULL DEFAULT 0 CHECK (tax_basis_points BETWEEN 0 AND 10000),
  ADD COLUMN fee_basis_points integer NOT NULL DEFAULT 0 CHECK (fee_basis_points BETWEEN 0 AND 10000);

-- What a code is worth never changes: orders refer to it. One that nobody shall use any more is archived and keeps its code.
CREATE TABLE coupons (
  id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id            bigint NOT NULL REFERENCES sellers,
  code                 citext NOT NULL UNIQUE CHECK (code ~ '^[A-Za-z0-9-]{4,32}$'),
  percent_basis_points integer CHECK (percent_basis_points BETWEEN 1 AND 10000),
  amount_cents         integer CHECK (amount_cents BETWEEN 1 AND 3000000),
  -- Null: every course of the seller.
  course_id            bigint REFERENCES courses ON DELETE CASCADE,
  starts_at            timestamptz,
  ends_at              timestamptz,
  max_uses             integer CHECK (max_uses > 0),
  once_per_person      boolean NOT NULL DEFAULT true,
  created_by           bigint NOT NULL REFERENCES users,
  created_at           timestamptz NOT NULL DEFAULT now(),
  archived_at          timestamptz,
  CHECK ((percent_basis_points IS NULL) <> (amount_cents IS NULL)),
  CHECK (starts_at < ends_at)
);
CREATE INDEX coupons_seller_idx ON coupons (seller_id, id DESC);
CREATE INDEX coupons_course_idx ON coupons (course_id);
CREATE INDEX coupons_created_by_idx ON coupons (created_by);

ALTER TABLE orders ADD COLUMN coupon_id bigint REFERENCES coupons;
CREATE INDEX orders_coupon_idx ON orders (coupon_id);

-- One row for each order that holds a place of its code: reserved while it can be paid, used once it is settled (also
-- above the limit: who paid late has paid). A reservation runs out by itself, whatever became of its order's process.
CREATE TABLE coupon_uses (
  order_id       bigint PRIMARY KEY REFERENCES orders,
  coupon_id      bigint NOT NULL REFERENCES coupons,
  buyer_id       bigint NOT NULL REFERENCES users,
  -- Null once used.
  reserved_until timestamptz
);
CREATE INDEX coupon_uses_coupon_idx ON coupon_uses (coupon_id, buyer_id);
CREATE INDEX coupon_uses_buyer_idx ON coupon_uses (buyer_id);

-- How a line came to its price, and the rates of that moment. The SST is inside the price, rounded half up to the sen.
ALTER TABLE order_lines
  ADD COLUMN sale_discount_cents   integer NOT NULL DEFAULT 0 CHECK (sale_discount_cents >= 0),
  ADD COLUMN coupon_discount_cents integer NOT NULL DEFAULT 0 CHECK (coupon_discount_cents >= 0),
  ADD COLUMN tax_basis_points      integer NOT NULL DEFAULT 0 CHECK (tax_basis_points BETWEEN 0 AND 10000),
  ADD COLUMN fee_basis_points      integer NOT NULL DEFAULT 0 CHECK (fee_basis_points BETWEEN 0 AND 10000),
  ADD CONSTRAINT order_lines_discounts CHECK (discount_cents = sale_discount_cents + coupon_discount_cents),
  ADD CONSTRAINT order_lines_tax_inside CHECK (
    tax_cents = (2 * price_cents::bigint * tax_basis_points + 10000 + tax_basis_points)
                / (2 * (10000 + tax_basis_points)));
