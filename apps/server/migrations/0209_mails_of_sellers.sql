-- Mails that a seller causes: the course that they are about, with the time at which they count within its budget, or the seller alone.
-- The last release queues mails without these, which count nothing and are sent; it may serve and sell beside this one.
ALTER TABLE mail_outbox
  ADD COLUMN course_id bigint,
  ADD COLUMN counted_at timestamptz,
  ADD COLUMN seller_id bigint,
  ADD CONSTRAINT mail_outbox_counted_check CHECK ((course_id IS NULL) = (counted_at IS NULL));

-- When a reminder of a session was mailed. Unlike the times beside them, moving the session keeps these: it is not mailed again within the day.
ALTER TABLE planned_sessions
  ADD COLUMN day_mailed_at timestamptz,
  ADD COLUMN hour_mailed_at timestamptz;
