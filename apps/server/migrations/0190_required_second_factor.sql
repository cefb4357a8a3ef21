-- The second factor that a live installation requires (docs/decisions/required-second-factor.md).

-- Since when this installation requires it: at most one row, which the first request or job in live writes.
CREATE TABLE second_factor_requirement (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  since timestamptz NOT NULL
);

-- When the person was first given rights that require one; null: before this migration, or never.
ALTER TABLE users ADD COLUMN second_factor_required_at timestamptz;
