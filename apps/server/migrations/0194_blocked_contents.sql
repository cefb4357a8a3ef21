-- What browsers reported as blocked by the content security policy of our pages. At most 1,000 rows: anybody may send reports.
CREATE TABLE blocked_contents (
  -- A new one with each report that is recorded: the list is by the newest report.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  directive text NOT NULL,
  -- The origin of what was blocked, or a word such as `inline`.
  blocked text NOT NULL,
  -- Paths without query and without tokens.
  page text NOT NULL,
  source text NOT NULL,
  -- Hours of a process in which it was reported.
  hours integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  UNIQUE (directive, blocked, page, source)
);
