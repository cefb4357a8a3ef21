-- oldest release that serves: 0062
-- Releases run side by side during an upgrade (docs/decisions/two-releases.md). A migration that older releases cannot sell
-- beside says so; it waits for their sales under way, and the database refuses each later one.

-- Ends once no sale is under way; until the end of this transaction none begins.
CREATE FUNCTION wait_for_sales() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(4702002) $$;

-- For the transaction of a sale. True, or an error: `release` is the number of the newest migration that the caller knows.
CREATE FUNCTION may_sell(release integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4702002);
  IF release < (SELECT max(oldest_selling) FROM schema_migrations) THEN
    RAISE EXCEPTION 'release % is too old to sell on this database', release USING ERRCODE = 'AP001';
  END IF;
  RETURN true;
END $$;
