-- Seats sold to a company against an invoice that it pays by bank transfer.

-- Where a seller's invoices ask to be paid; each invoice keeps what it was issued with.
CREATE TABLE seller_bank_details (
  seller_id      bigint PRIMARY KEY REFERENCES sellers,
  bank_name      text NOT NULL CHECK (bank_name <> ''),
  account_name   text NOT NULL CHECK (account_name <> ''),
  account_number text NOT NULL CHECK (account_number <> ''),
  updated_by     bigint REFERENCES users ON DELETE SET NULL,
  updated_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX seller_bank_details_updated_by_idx ON seller_bank_details (updated_by);

-- The locked counter behind numbers without gaps, per seller, kind and year in Kuala Lumpur.
CREATE TABLE invoice_series (
  seller_id   bigint NOT NULL REFERENCES sellers,
  kind        text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  year        integer NOT NULL,
  last_number integer NOT NULL DEFAULT 0 CHECK (last_number >= 0),
  PRIMARY KEY (seller_id, kind, year)
);

CREATE TABLE invoices (
  id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id           text NOT NULL UNIQUE,
  seller_id           bigint NOT NULL REFERENCES sellers,
  state               text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'issued', 'paid', 'void')),
  language            text NOT NULL CHECK (language IN ('en', 'ms')),
  currency            text NOT NULL DEFAULT 'MYR' CHECK (currency = 'MYR'),
  company_name        text NOT NULL CHECK (company_name <> ''),
  registration_number text NOT NULL DEFAULT '',
  tax_number          text NOT NULL DEFAULT '',
  company_address     text NOT NULL DEFAULT '',
  contact_name        text NOT NULL DEFAULT '',
  contact_email       citext NOT NULL,
  purchase_order      text NOT NULL DEFAULT '',
  due_on              date NOT NULL,
  -- Prices contain the tax; both rates are those of the seller at the time of issue.
  tax_basis_points    integer NOT NULL DEFAULT 0 CHECK (tax_basis_points BETWEEN 0 AND 10000),
  fee_basis_points    integer NOT NULL DEFAULT 0 CHECK (fee_basis_points BETWEEN 0 AND 10000),
  total_cents         bigint NOT NULL DEFAULT 0 CHECK (total_cents >= 0),
  tax_cents           bigint NOT NULL DEFAULT 0 CHECK (tax_cents >= 0 AND tax_cents <= total_cents),
  -- Given at issue; a draft has none, so that no number is ever left out.
  year                integer,
  number              integer,
  issued_at           timestamptz,
  -- Who sells and where to pay, as it was when the invoice was issued.
  seller_details      jsonb,
  bank_details        jsonb,
  -- Raised to kill the link that is out.
  link_version        integer NOT NULL DEFAULT 1,
  paid_at             timestamptz,
  paid_on             date,
  bank_reference      text,
  voided_at           timestamptz,
  void_reason         text,
  credit_year         integer,
  credit_number       integer,
  created_by          bigint REFERENCES users ON DELETE SET NULL,
  created_at          timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'draft') = (number IS NULL)),
  CHECK ((number IS NULL) = (year IS NULL) AND (number IS NULL) = (issued_at IS NULL)),
  CHECK (number IS NULL OR (seller_details IS NOT NULL AND bank_details IS NOT NULL)),
  CHECK (state <> 'paid' OR paid_at IS NOT NULL),
  CHECK (paid_at IS NULL OR state IN ('paid', 'void')),
  CHECK ((paid_at IS NULL) = (paid_on IS NULL) AND (paid_at IS NULL) = (bank_reference IS NULL)),
  CHECK ((state = 'void') = (voided_at IS NOT NULL) AND (state = 'void') = (credit_number IS NOT NULL)),
  CHECK ((credit_number IS NULL) = (credit_year IS NULL) AND (credit_number IS NULL) = (void_reason IS NULL)),
  UNIQUE (seller_id, year, number),
  UNIQUE (seller_id, credit_year, credit_number)
);
CREATE INDEX invoices_seller_idx ON invoices (seller_id, id DESC);
CREATE INDEX invoices_created_by_idx ON invoices (created_by);

CREATE TABLE invoice_lines (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id       bigint NOT NULL REFERENCES invoices ON DELETE CASCADE,
  course_id        bigint NOT NULL REFERENCES courses ON DELETE RESTRICT,
  title            text NOT NULL,
  seats            integer NOT NULL CHECK (seats BETWEEN 1 AND 500),
  unit_price_cents integer NOT NULL CHECK (unit_price_cents >= 0),
  list_price_cents integer NOT NULL CHECK (list_price_cents >= 0),
  total_cents      bigint NOT NULL,
  tax_cents        bigint NOT NULL DEFAULT 0 CHECK (tax_cents >= 0),
  UNIQUE (invoice_id, course_id),
  CHECK (total_cents = seats::bigint * unit_price_cents),
  CHECK (tax_cents <= total_cents)
);
CREATE INDEX invoice_lines_course_idx ON invoice_lines (course_id);

-- A person named for a seat. Once paid: enrolled where the address is proven, waiting until it is.
CREATE TABLE invoice_seats (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line_id     bigint NOT NULL REFERENCES invoice_lines ON DELETE CASCADE,
  email       citext NOT NULL,
  name        text NOT NULL DEFAULT '',
  user_id     bigint REFERENCES users,
  state       text NOT NULL DEFAULT 'named' CHECK (state IN ('named', 'waiting', 'enrolled', 'revoked')),
  -- This seat opened the course to its holder, so giving it up closes it again.
  gave_access boolean NOT NULL DEFAULT false,
  created_at  timestamptz NOT NULL DEFAULT now(),
  enrolled_at timestamptz,
  revoked_at  timestamptz,
  invited_at  timestamptz,
  CHECK (state <> 'enrolled' OR user_id IS NOT NULL),
  CHECK ((state = 'revoked') = (revoked_at IS NOT NULL))
);
-- One seat per person and course of an invoice.
CREATE UNIQUE INDEX invoice_seats_person_key ON invoice_seats (line_id, email) WHERE state <> 'revoked';
CREATE INDEX invoice_seats_line_idx ON invoice_seats (line_id, id);
CREATE INDEX invoice_seats_user_idx ON invoice_seats (user_id);
CREATE INDEX invoice_seats_email_idx ON invoice_seats (email);
CREATE INDEX invoice_seats_uninvited_idx ON invoice_seats (id) WHERE state = 'waiting' AND invited_at IS NULL;

-- What happened to an invoice, and who did it.
CREATE TABLE invoice_events (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id bigint NOT NULL REFERENCES invoices ON DELETE CASCADE,
  at         timestamptz NOT NULL DEFAULT now(),
  by_user_id bigint REFERENCES users ON DELETE SET NULL,
  what       text NOT NULL CHECK (what IN ('created', 'changed', 'issued', 'sent', 'link_renewed', 'paid', 'voided',
                                           'people_added', 'seat_revoked', 'seat_reassigned', 'seat_claimed')),
  details    jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX invoice_events_invoice_idx ON invoice_events (invoice_id, id);
CREATE INDEX invoice_events_by_user_idx ON invoice_events (by_user_id);

-- Every mail that leaves because of an invoice, counted per seller and day.
CREATE TABLE invoice_mails (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id  bigint NOT NULL REFERENCES sellers,
  invoice_id bigint NOT NULL REFERENCES invoices ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('invoice', 'credit_note', 'seat')),
  at         timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invoice_mails_seller_idx ON invoice_mails (seller_id, at);
CREATE INDEX invoice_mails_invoice_idx ON invoice_mails (invoice_id);
