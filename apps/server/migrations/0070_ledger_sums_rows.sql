-- Postings of the time before 0069; those that are written meanwhile are listed already. In a transaction of its own, because
-- creating a trigger locks the table.
INSERT INTO unsummed_postings SELECT id FROM ledger_postings ON CONFLICT DO NOTHING;
