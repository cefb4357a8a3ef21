-- Persisted names become stable ids (docs/decisions/stable-ids.md). This renames the rows that the previous release left
-- behind, so that a waiting job runs once under its new name and a delivered event is not delivered again.
CREATE TABLE renamed_ids (kind text, former text, current text NOT NULL, PRIMARY KEY (kind, former));
INSERT INTO renamed_ids (kind, former, current) VALUES
  ('task', 'achievements.reviewLearners', 'achievements.review-learners'),
  ('task', 'people.eraseDue', 'people.erase-due'),
  ('task', 'checkout.writePastBooks', 'ledger.book-past-sales'),
  ('task', 'accounting.mailReceipt', 'receipts.mail'),
  ('task', 'notifications.mailSales', 'sale-mails.send-digests'),
  ('task', 'checkout.readPayment', 'payments.apply-callback'),
  ('task', 'checkout.watchPayment', 'payments.watch'),
  ('task', 'checkout.cancelPurchase', 'payments.cancel-purchase'),
  ('task', 'checkout.sweep', 'payments.sweep'),
  ('task', 'checkout.refunding.carryOn', 'refunds.sweep'),
  ('task', 'reconciliation.keep', 'reconciliation.run-due'),
  ('key', 'review', 'achievements.review-learners'),
  ('event', 'account.emailVerified', 'account.email-verified'),
  ('event', 'course.peopleInvited', 'course.people-invited'),
  ('event', 'course.contentsChanged', 'course.contents-changed'),
  ('event', 'order.chargedBack', 'order.charged-back'),
  ('listener', 'ask to verify the e-mail', 'email.ask-to-verify'),
  ('listener', 'enrol where a place waits', 'invitations.claim'),
  ('listener', 'let them into the seats that wait', 'seats.claim'),
  ('listener', 'put their courses back on sale', 'courses.restore'),
  ('listener', 'mail the invited', 'invitations.mail'),
  ('listener', 'end its invitations', 'invitations.end'),
  ('listener', 'certify who is done', 'certificates.review'),
  ('listener', 'tell the learner', 'learner.notify'),
  ('listener', 'keep whoever accepted an invitation', 'invitations.keep-access'),
  ('listener', 'keep whoever has a seat', 'seats.keep-access'),
  ('listener', 'revoke the certificate', 'certificates.revoke'),
  ('listener', 'count the day', 'activity.record'),
  ('listener', 'give points', 'points.award'),
  ('listener', 'forget what they wrote to the platform', 'messages.erase'),
  ('listener', 'forget their other ways in', 'identities.erase'),
  ('listener', 'forget where they are paid out to', 'payout-bank.erase'),
  ('listener', 'leave their study groups', 'groups.leave'),
  ('listener', 'blank what they wrote in the community', 'discussions.erase'),
  ('listener', 'forget their attempts', 'attempts.erase'),
  ('listener', 'forget their reviews', 'reviews.erase'),
  ('listener', 'forget what they earned', 'achievements.erase'),
  ('listener', 'forget their mails about sales', 'sale-mails.erase'),
  ('listener', 'forget what they were told', 'notifications.erase'),
  ('listener', 'tell who asked', 'author.notify'),
  ('listener', 'tell who may hide it', 'moderator.notify'),
  ('listener', 'tell who answers for it', 'admins.notify'),
  ('listener', 'tell the instructor', 'instructor.notify'),
  ('listener', 'tell who wrote it', 'author.notify'),
  ('listener', 'tell who sold it', 'seller.notify'),
  ('listener', 'mail who sold it', 'seller.mail'),
  ('listener', 'tell the buyer', 'buyer.notify'),
  ('listener', 'tell who decides', 'admins.notify'),
  ('listener', 'tell who sells', 'seller.notify'),
  ('fact', 'secret', 'app-secret.signature'),
  ('fact', 'demo school', 'demo-school.loaded'),
  ('fact', 'past books are written', 'ledger.past-sales-booked'),
  ('limit', 'sign-in pair', 'sign-in.pair'),
  ('limit', 'sign-in device', 'sign-in.device'),
  ('limit', 'sign-in account', 'sign-in.account'),
  ('limit', 'sign-in address', 'sign-in.address'),
  ('limit', 'business registration', 'registration.business'),
  ('limit', 'password change', 'password.change'),
  ('limit', 'identity proof', 'identity.prove'),
  ('limit', 'email proof', 'email.prove'),
  ('limit', 'code account', 'coupon.account'),
  ('limit', 'code address', 'coupon.address'),
  ('limit', 'code place', 'coupon.place'),
  ('limit', 'password reset account', 'password-reset.account'),
  ('limit', 'password reset address', 'password-reset.address'),
  ('limit', 'verification mail', 'verification-mail.send'),
  ('limit', 'refund request', 'refund.request'),
  ('limit', 'payment details', 'payment-details.change'),
  ('limit', 'joining groups', 'group.join'),
  ('limit', 'registration', 'registration.person'),
  ('limit', 'uploads', 'media.upload');

DO $$
BEGIN
  -- A new database has no queue yet.
  IF to_regclass('graphile_worker._private_tasks') IS NULL THEN RETURN; END IF;

  UPDATE graphile_worker._private_tasks t SET identifier = r.current
    FROM renamed_ids r WHERE r.kind = 'task' AND t.identifier = r.former;
  UPDATE graphile_worker._private_known_crontabs c SET identifier = r.current
    FROM renamed_ids r WHERE r.kind = 'task' AND c.identifier = r.former;
  UPDATE graphile_worker._private_job_queues q SET queue_name = 'every:' || r.current
    FROM renamed_ids r WHERE r.kind = 'task' AND q.queue_name = 'every:' || r.former;

  -- A job key is `every:<task>` for a scheduled job, or a task, usually followed by `:` and the id of what it is about.
  UPDATE graphile_worker._private_jobs j
     SET key = CASE WHEN starts_with(j.key, 'every:') THEN 'every:' || r.current
                    ELSE r.current || substr(j.key, length(r.former) + 1) END
    FROM renamed_ids r
   WHERE r.kind IN ('task', 'key')
     AND (j.key IN (r.former, 'every:' || r.former) OR starts_with(j.key, r.former || ':'));

  UPDATE graphile_worker._private_jobs j
     SET payload = jsonb_set(j.payload::jsonb, '{listener}', to_jsonb(r.current))::json
    FROM renamed_ids r, graphile_worker._private_tasks t
   WHERE r.kind = 'listener' AND t.id = j.task_id AND t.identifier = 'events.listen'
     AND j.payload ->> 'listener' = r.former;
END $$;

UPDATE domain_events e SET kind = r.current FROM renamed_ids r WHERE r.kind = 'event' AND e.kind = r.former;
UPDATE event_deliveries d SET listener = r.current
  FROM renamed_ids r WHERE r.kind = 'listener' AND d.listener = r.former;
UPDATE server_facts f SET key = r.current FROM renamed_ids r WHERE r.kind = 'fact' AND f.key = r.former;
UPDATE failed_attempts a SET kind = r.current FROM renamed_ids r WHERE r.kind = 'limit' AND a.kind = r.former;
UPDATE mail_outbox SET occasion = regexp_replace(occasion, '^receipt ', 'receipt:') WHERE starts_with(occasion, 'receipt ');
UPDATE notifications SET occasion = regexp_replace(occasion, '^order ', 'order:') WHERE starts_with(occasion, 'order ');

DROP TABLE renamed_ids;
