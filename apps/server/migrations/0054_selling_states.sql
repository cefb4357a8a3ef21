-- Whether a seller may sell through the platform's own payment account. Where real money is taken a new seller applies
-- and a superadmin approves; elsewhere sellers are approved at once. Whoever sells already goes on selling.
-- `approved_by` is null where nobody decided. Later states keep the approval they grew from.
ALTER TABLE sellers
  ADD COLUMN selling_state text NOT NULL DEFAULT 'applied' CHECK (selling_state IN ('applied', 'approved')),
  ADD COLUMN approved_at   timestamptz,
  ADD COLUMN approved_by   bigint REFERENCES users;
UPDATE sellers SET selling_state = 'approved', approved_at = now();
ALTER TABLE sellers
  ADD CONSTRAINT sellers_approved CHECK (selling_state = 'applied' OR approved_at IS NOT NULL);

-- Those who wait are few among all sellers.
CREATE INDEX sellers_applied_idx ON sellers (id DESC) WHERE selling_state = 'applied';

-- Cached cards and sales pages say whether a course can be bought: by its seller's approval, the address that the
-- seller's people have proven, and the seller's own account.
CREATE TRIGGER sellers_approved AFTER UPDATE OF selling_state ON sellers
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER sellers_proven AFTER UPDATE OF email_verified_at ON users
  FOR EACH ROW WHEN (NEW.role <> 'student' AND NEW.email_verified_at IS DISTINCT FROM OLD.email_verified_at)
  EXECUTE FUNCTION tell_courses_changed();
CREATE TRIGGER payment_accounts_changed AFTER INSERT OR UPDATE OF is_live ON payment_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
