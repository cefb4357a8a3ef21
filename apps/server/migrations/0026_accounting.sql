-- The books: what is written in them is never changed, only answered by a further posting.

-- One thing that happened to money. `source` says what ('order:12', 'refund:7', 'payout:…'): heard of twice, it is posted once.
CREATE TABLE ledger_postings (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source          text NOT NULL UNIQUE CHECK (source <> ''),
  kind            text NOT NULL CHECK (kind IN ('sale', 'refund', 'chargeback', 'chargeback_won', 'held', 'held_returned',
                                                'held_applied', 'payout', 'payout_reversed', 'payment_in', 'payment_in_reversed')),
  at              timestamptz NOT NULL,
  -- The posting that this one answers: a refund its sale, a reversal what it takes back.
  about_id        bigint REFERENCES ledger_postings,
  -- Whose account the money came to, and which way. No key: the entries hold it, and nothing searches by it.
  payee_seller_id bigint NOT NULL,
  through         text NOT NULL CHECK (through IN ('provider', 'bank')),
  -- What people call it: the order's public id, the invoice's number, the bank's reference of a transfer.
  reference       text NOT NULL DEFAULT '',
  note            text NOT NULL DEFAULT '',
  -- Who entered a transfer by hand. No key: a person's row is never deleted.
  recorded_by     bigint,
  recorded_at     timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind IN ('refund', 'chargeback', 'chargeback_won', 'payout_reversed', 'payment_in_reversed')) = (about_id IS NOT NULL))
);
CREATE INDEX ledger_postings_about_idx ON ledger_postings (about_id);

-- Debit positive. `seller_id`: whose book. `platform` is what the platform owes the seller; `payable` the same in the platform's
-- book, with the other sign.
CREATE TABLE ledger_entries (
  posting_id bigint NOT NULL REFERENCES ledger_postings,
  seller_id  bigint NOT NULL REFERENCES sellers,
  account    text NOT NULL CHECK (account IN ('sales', 'tax', 'fee', 'platform', 'provider', 'bank', 'held', 'payable', 'fee_income')),
  cents      bigint NOT NULL CHECK (cents <> 0),
  -- The posting's, so that a statement is one walk along an index.
  at         timestamptz NOT NULL,
  PRIMARY KEY (posting_id, seller_id, account)
);
CREATE INDEX ledger_entries_statement_idx ON ledger_entries (seller_id, account, at, posting_id) INCLUDE (cents);

-- What was sold or given back, line by line; a refund's amounts are negative. `line_id` counts within its sale's source.
CREATE TABLE posting_lines (
  posting_id       bigint NOT NULL REFERENCES ledger_postings,
  line_id          bigint NOT NULL,
  sale_id          bigint NOT NULL REFERENCES ledger_postings,
  seller_id        bigint NOT NULL REFERENCES sellers,
  title            text NOT NULL,
  list_cents       bigint NOT NULL,
  discount_cents   bigint NOT NULL,
  tax_basis_points integer NOT NULL CHECK (tax_basis_points BETWEEN 0 AND 10000),
  tax_cents        bigint NOT NULL,
  fee_basis_points integer NOT NULL CHECK (fee_basis_points BETWEEN 0 AND 10000),
  fee_cents        bigint NOT NULL,
  paid_cents       bigint NOT NULL CHECK (paid_cents <> 0),
  PRIMARY KEY (posting_id, line_id),
  CHECK (abs(tax_cents) <= abs(paid_cents) AND abs(fee_cents) <= abs(paid_cents))
);
CREATE INDEX posting_lines_sale_idx ON posting_lines (sale_id, line_id);
CREATE INDEX posting_lines_seller_idx ON posting_lines (seller_id);

-- Who a seller is on paper. Without a row: the business's name and address.
CREATE TABLE seller_details (
  seller_id           bigint PRIMARY KEY REFERENCES sellers,
  legal_name          text NOT NULL CHECK (legal_name <> ''),
  registration_number text NOT NULL DEFAULT '',
  sst_number          text NOT NULL DEFAULT '',
  address             text NOT NULL DEFAULT '',
  updated_at          timestamptz NOT NULL
);

-- The last number given. Its row stays locked until the receipt is committed, so a rollback leaves no gap.
CREATE TABLE receipt_series (
  seller_id   bigint NOT NULL REFERENCES sellers,
  kind        text NOT NULL CHECK (kind IN ('receipt', 'refund_note')),
  year        smallint NOT NULL,
  last_number integer NOT NULL CHECK (last_number > 0),
  PRIMARY KEY (seller_id, kind, year)
);

-- Frozen when issued. Only their buyer's erasure and their mailing touch them again.
CREATE TABLE receipts (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id   text NOT NULL UNIQUE,
  posting_id  bigint NOT NULL REFERENCES ledger_postings,
  sale_id     bigint NOT NULL REFERENCES ledger_postings,
  seller_id   bigint NOT NULL REFERENCES sellers,
  kind        text NOT NULL CHECK (kind IN ('receipt', 'refund_note')),
  -- The calendar's year in Kuala Lumpur.
  year        smallint NOT NULL,
  number      integer NOT NULL CHECK (number > 0),
  issued_at   timestamptz NOT NULL,
  -- Null for a company that bought without an account.
  buyer_id    bigint REFERENCES users,
  buyer       jsonb NOT NULL,
  seller      jsonb NOT NULL,
  language    text NOT NULL CHECK (language IN ('en', 'ms')),
  reference   text NOT NULL DEFAULT '',
  through     text NOT NULL CHECK (through IN ('provider', 'bank')),
  total_cents bigint NOT NULL CHECK (total_cents > 0),
  tax_cents   bigint NOT NULL CHECK (tax_cents >= 0),
  mailed_at   timestamptz,
  UNIQUE (seller_id, kind, year, number),
  UNIQUE (posting_id, seller_id)
);
CREATE INDEX receipts_sale_idx ON receipts (sale_id);
CREATE INDEX receipts_buyer_idx ON receipts (buyer_id, id DESC);

-- Append-only.
CREATE FUNCTION refuse_change_of_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_postings_kept BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER ledger_postings_not_emptied BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER posting_lines_kept BEFORE UPDATE OR DELETE ON posting_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER posting_lines_not_emptied BEFORE TRUNCATE ON posting_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER receipts_kept BEFORE DELETE ON receipts
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER receipts_not_emptied BEFORE TRUNCATE ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER receipts_frozen BEFORE UPDATE ON receipts
  FOR EACH ROW WHEN (to_jsonb(OLD) - 'buyer' - 'mailed_at' IS DISTINCT FROM to_jsonb(NEW) - 'buyer' - 'mailed_at'
                     OR (NEW.buyer IS DISTINCT FROM OLD.buyer AND NEW.buyer <> '{}'))
  EXECUTE FUNCTION refuse_change_of_books();

-- Each book of each posting sums to zero, whoever writes to it and however late in the transaction.
CREATE FUNCTION require_balanced_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(cents) FROM ledger_entries WHERE posting_id = NEW.posting_id AND seller_id = NEW.seller_id) <> 0 THEN
    RAISE EXCEPTION 'posting % does not balance in the book of seller %', NEW.posting_id, NEW.seller_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_balanced_posting();
