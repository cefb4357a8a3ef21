-- Where the platform pays out to a seller. Account number and holder are encrypted with the application's secret
-- (AES-256-GCM, bound to the seller); the seller reads back the bank and the last four digits.
CREATE TABLE payout_banks (
  seller_id         bigint PRIMARY KEY REFERENCES sellers,
  bank_name         text NOT NULL CHECK (bank_name <> ''),
  account_ends_with text NOT NULL CHECK (account_ends_with ~ '^\d{4}$'),
  details_encrypted bytea NOT NULL,
  saved_at          timestamptz NOT NULL
);
