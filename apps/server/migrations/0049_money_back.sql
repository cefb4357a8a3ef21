-- The promise a seller makes to buyers: the price comes back when asked for within so many days (0: no promise) while
-- less than so many percent of the course is watched. `money_back_chosen_at` is null until the seller has chosen.
ALTER TABLE sellers
  ADD COLUMN money_back_days      integer NOT NULL DEFAULT 30 CHECK (money_back_days IN (0, 7, 14, 30)),
  ADD COLUMN money_back_percent   integer NOT NULL DEFAULT 30 CHECK (money_back_percent BETWEEN 1 AND 100),
  ADD COLUMN money_back_chosen_at timestamptz;

-- The promise that held when the line was placed; a later choice of the seller never takes it away. Every order placed
-- so far was under 30 days and 30 %.
ALTER TABLE order_lines
  ADD COLUMN money_back_days    integer NOT NULL DEFAULT 30 CHECK (money_back_days BETWEEN 0 AND 365),
  ADD COLUMN money_back_percent integer NOT NULL DEFAULT 30 CHECK (money_back_percent BETWEEN 1 AND 100);

-- Cached sales pages show the promise.
CREATE TRIGGER sellers_money_back_changed AFTER UPDATE OF money_back_days, money_back_percent ON sellers
  FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
