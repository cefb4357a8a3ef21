-- A purchase locked the rows of the platform's account and of two sellers a dozen times, once for each foreign key, and all
-- purchases share these rows. Sellers and payment accounts are never deleted: a trigger on them says so, once, instead
-- (docs/decisions/keys-of-purchases.md).
ALTER TABLE orders DROP CONSTRAINT orders_payment_account_id_fkey;
ALTER TABLE order_lines DROP CONSTRAINT order_lines_seller_id_fkey;
ALTER TABLE payments DROP CONSTRAINT payments_payment_account_id_fkey;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_seller_id_fkey;
ALTER TABLE posting_lines DROP CONSTRAINT posting_lines_seller_id_fkey;
ALTER TABLE receipts DROP CONSTRAINT receipts_seller_id_fkey;

CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never deleted: orders and books name them', TG_TABLE_NAME
    USING ERRCODE = 'foreign_key_violation';
END $$;
CREATE TRIGGER sellers_kept BEFORE DELETE OR TRUNCATE ON sellers FOR EACH STATEMENT EXECUTE FUNCTION refuse_deletion();
CREATE TRIGGER payment_accounts_kept BEFORE DELETE OR TRUNCATE ON payment_accounts FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_deletion();

-- One check of each statement instead of one of each entry, and without reading the table: entries are never changed, so a
-- posting balances when the entries of every statement do. A posting gets all its entries from one statement.
DROP TRIGGER ledger_entries_balance ON ledger_entries;
CREATE OR REPLACE FUNCTION require_balanced_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lopsided record;
BEGIN
  SELECT posting_id, seller_id INTO lopsided FROM inserted
   GROUP BY posting_id, seller_id HAVING sum(cents) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting % does not balance in the book of seller %', lopsided.posting_id, lopsided.seller_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION require_balanced_posting();
