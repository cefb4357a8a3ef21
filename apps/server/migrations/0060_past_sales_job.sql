-- The job that posted sales from before the ledger is gone: every database that a release with the ledger has started has run it.
-- A sale that is missing nevertheless is posted with its refund, and the nightly reconciliation reports it.
DELETE FROM server_facts WHERE key = 'ledger.past-sales-booked';

DO $$
BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NULL THEN RETURN; END IF;
  DELETE FROM graphile_worker._private_jobs
   WHERE task_id IN (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'ledger.book-past-sales');
END
$$;
