-- What was sold by day, for the module of money in accounting: docs/ledger.md#figures. Seller 0 is the sum of all sellers.
CREATE VIEW seller_days AS
SELECT subject_id AS seller_id, day, orders, gross_cents, refunded_cents FROM day_figures WHERE kind = 'seller'
UNION ALL
SELECT subject_id, day, orders, gross_cents, refunded_cents FROM day_changes WHERE kind = 'seller';

-- Revenue is read from the ledger from this release on. The sums of prices beside the other figures are no longer written; a later release
-- drops their columns. A process of the last release shows less revenue in its figures while both run, and counts it anew in the night.
ALTER TABLE course_figures ALTER COLUMN revenue_cents SET DEFAULT 0;
ALTER TABLE course_months ALTER COLUMN revenue_cents SET DEFAULT 0;
