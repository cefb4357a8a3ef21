-- The second factor that a live installation requires (docs/decisions/required-second-factor.md).

-- Since when this installation requires it: at most one row, which the first request or job in live writes.
CREATE TABLE second_factor_requirement (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  since timestamptz NOT NULL
);

-- When the person was first given rights that require one; null: before this migration, or never.
ALTER TABLE users ADD COLUMN second_factor_required_at timestamptz;

-- Removals of the second factors of people who have lost them (docs/decisions/removed-second-factors.md).
CREATE TABLE second_factor_removals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  asked_by bigint NOT NULL REFERENCES users CHECK (asked_by <> user_id),
  asked_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  identity_check text NOT NULL CHECK (length(identity_check) BETWEEN 1 AND 500),
  confirmed_by bigint REFERENCES users CHECK (confirmed_by <> user_id AND confirmed_by <> asked_by),
  confirmed_at timestamptz,
  -- SHA-256 of the token in the owner's mail, which stops it.
  stop_token_sha256 bytea UNIQUE,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('removed', 'stopped', 'withdrawn', 'expired')),
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK ((confirmed_by IS NULL) = (stop_token_sha256 IS NULL)),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (outcome <> 'removed' OR confirmed_by IS NOT NULL)
);
CREATE UNIQUE INDEX second_factor_removals_open_idx ON second_factor_removals (user_id) WHERE ended_at IS NULL;
CREATE INDEX second_factor_removals_user_idx ON second_factor_removals (user_id);
CREATE INDEX second_factor_removals_asked_by_idx ON second_factor_removals (asked_by);
CREATE INDEX second_factor_removals_confirmed_by_idx ON second_factor_removals (confirmed_by) WHERE confirmed_by IS NOT NULL;
