-- When the provider last accepted this pair: what a seller sees of an account, and which of two stored pairs is the newer wish.
ALTER TABLE payment_accounts ADD COLUMN verified_at timestamptz;
UPDATE payment_accounts SET verified_at = created_at WHERE is_verified;
ALTER TABLE payment_accounts ADD CHECK (is_verified = (verified_at IS NOT NULL));
