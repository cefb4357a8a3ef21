-- The security log: chain, counted acts, sweep (docs/decisions/security-log.md).

-- Keys of the chain, sealed under the application's secret. The newest one seals new blocks.
CREATE TABLE security_log_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_encrypted bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- A block seals consecutive entries: those after the block before it, up to `through_id`.
CREATE TABLE security_log_blocks (
  number bigint PRIMARY KEY CHECK (number > 0),
  through_id bigint NOT NULL UNIQUE,
  entries integer NOT NULL CHECK (entries BETWEEN 1 AND 1000),
  -- The earliest and the latest `at` of its entries.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  key_id integer NOT NULL REFERENCES security_log_keys,
  -- HMAC-SHA256 over the hash of the block before, each entry without its address, and the columns above.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- HMAC-SHA256 over the salt and the addresses of its entries. The salt is deleted with the addresses.
  address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 32),
  address_salt bytea CHECK (octet_length(address_salt) = 32),
  sealed_at timestamptz NOT NULL
);

-- What the sweep has deleted: entries up to `through_id`. `hash`: of the last deleted block; the chain goes on from it.
CREATE TABLE security_log_sweeps (
  through_block bigint PRIMARY KEY,
  through_id bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  key_id integer NOT NULL REFERENCES security_log_keys,
  -- HMAC-SHA256 over the columns above.
  signature bytea NOT NULL CHECK (octet_length(signature) = 32),
  swept_at timestamptz NOT NULL
);

-- Runs of the check. `through_block`: the last block that was checked; `finished_at` null: the run goes on from there.
CREATE TABLE security_log_checks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  through_block bigint NOT NULL,
  entries bigint NOT NULL DEFAULT 0,
  -- How many breaks were found, and the first of them.
  break_count integer NOT NULL DEFAULT 0,
  breaks jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(breaks) = 'array')
);

-- Acts that are counted for a quarter of an hour and become one entry each when it is over.
CREATE TABLE security_log_counts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  window_start timestamptz NOT NULL,
  actor_id bigint REFERENCES users,
  business_id bigint REFERENCES businesses,
  subject_id bigint REFERENCES users,
  address text,
  -- What was seen or refused, as the entry's details have it.
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  acts integer NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (kind, window_start, actor_id, business_id, subject_id, address, details)
);
CREATE INDEX security_log_counts_window_idx ON security_log_counts (window_start);
-- Strangers' rows of a kind and window, of one address and of all.
CREATE INDEX security_log_counts_strangers_idx ON security_log_counts (kind, window_start, address) WHERE actor_id IS NULL;
CREATE INDEX security_log_counts_actor_idx ON security_log_counts (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX security_log_counts_subject_idx ON security_log_counts (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX security_log_counts_business_idx ON security_log_counts (business_id) WHERE business_id IS NOT NULL;
CREATE INDEX security_log_blocks_key_idx ON security_log_blocks (key_id);
CREATE INDEX security_log_sweeps_key_idx ON security_log_sweeps (key_id);
CREATE INDEX security_log_blocks_salts_idx ON security_log_blocks (first_at) WHERE address_salt IS NOT NULL;

-- Acts that change no rights, accounts or money: sign-ins, views, exports, refusals. They notify nobody.
ALTER TABLE security_log ADD COLUMN is_activity boolean NOT NULL DEFAULT false;

-- Entries are checked from 1 on. NOT VALID: the check of the chain finds older ones.
ALTER TABLE security_log ADD CONSTRAINT security_log_id_positive CHECK (id > 0) NOT VALID;

-- The table is small until this release: it is locked for moments.
CREATE INDEX security_log_changes_idx ON security_log (id DESC) WHERE NOT is_activity;
CREATE INDEX security_log_changes_business_idx ON security_log (business_id, id DESC)
  WHERE NOT is_activity AND business_id IS NOT NULL;
CREATE INDEX security_log_changes_actor_idx ON security_log (actor_id, id DESC)
  WHERE NOT is_activity AND actor_id IS NOT NULL;
CREATE INDEX security_log_changes_subject_idx ON security_log (subject_id, id DESC)
  WHERE NOT is_activity AND subject_id IS NOT NULL;
CREATE INDEX security_log_business_kind_idx ON security_log (business_id, kind, id DESC) WHERE business_id IS NOT NULL;
CREATE INDEX security_log_kind_idx ON security_log (kind, id DESC);
CREATE INDEX security_log_address_idx ON security_log (address, id DESC) WHERE address IS NOT NULL;
CREATE INDEX security_log_at_idx ON security_log (at);

-- Nothing is deleted but what a sweep has recorded before. The argument is the column with the last entry of the row.
CREATE FUNCTION refuse_unswept_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM security_log_sweeps s WHERE s.through_id >= (to_jsonb(OLD.*) ->> TG_ARGV[0])::bigint) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

DROP TRIGGER security_log_kept ON security_log;
CREATE TRIGGER security_log_kept BEFORE DELETE ON security_log FOR EACH ROW EXECUTE FUNCTION refuse_unswept_deletion('id');

CREATE TRIGGER security_log_blocks_kept BEFORE DELETE ON security_log_blocks FOR EACH ROW
  EXECUTE FUNCTION refuse_unswept_deletion('through_id');
CREATE TRIGGER security_log_blocks_frozen BEFORE UPDATE ON security_log_blocks FOR EACH ROW
  WHEN (((to_jsonb(OLD.*) - 'address_salt') IS DISTINCT FROM (to_jsonb(NEW.*) - 'address_salt')) OR (NEW.address_salt IS NOT NULL))
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_blocks_not_emptied BEFORE TRUNCATE ON security_log_blocks FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change_of_books();

CREATE TRIGGER security_log_sweeps_kept BEFORE DELETE OR UPDATE ON security_log_sweeps FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER security_log_sweeps_not_emptied BEFORE TRUNCATE ON security_log_sweeps FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change_of_books();
