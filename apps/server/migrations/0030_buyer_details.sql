-- What a buyer asked us to keep for the next checkout. Orders and receipts hold their own copy of what was typed for them.
CREATE TABLE buyer_details (
  user_id      bigint PRIMARY KEY REFERENCES users,
  address      text NOT NULL,
  city         text NOT NULL,
  state        text NOT NULL,
  postal_code  text NOT NULL,
  country      text NOT NULL,
  -- For receipts in a company's name; empty when the buyer gave none.
  company_name text NOT NULL DEFAULT '',
  tax_number   text NOT NULL DEFAULT '',
  updated_at   timestamptz NOT NULL DEFAULT now()
);
