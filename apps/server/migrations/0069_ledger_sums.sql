-- Sums of the ledger by month: docs/decisions/ledger-sums.md. Entries are never changed, so a sum only grows by new postings. A
-- posting is listed in unsummed_postings in its own transaction, and a job adds it to the sums; a reader adds both.

CREATE TABLE unsummed_postings (posting_id bigint PRIMARY KEY);

CREATE TABLE ledger_months (
  seller_id bigint NOT NULL,
  -- The first day of a month in Kuala Lumpur, of the posting.
  month date NOT NULL,
  account text NOT NULL,
  -- Payouts and payments in, with their reversals, are transfers; refunds, chargebacks and held money are 'other'.
  kind text NOT NULL CHECK (kind IN ('sale', 'transfer', 'other')),
  cents bigint NOT NULL,
  PRIMARY KEY (seller_id, month, account, kind)
);

CREATE FUNCTION posting_is_unsummed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsummed_postings VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_postings_unsummed AFTER INSERT ON ledger_postings FOR EACH ROW EXECUTE FUNCTION posting_is_unsummed();
