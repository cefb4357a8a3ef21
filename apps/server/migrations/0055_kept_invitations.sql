-- An invitation that was withdrawn stays known: inviting the address again mails it no second time, and a refusal holds.
-- Who accepted stays known too: they keep the course where another way into it ends.
ALTER TABLE course_invitations
  DROP CONSTRAINT course_invitations_state_check,
  ADD CONSTRAINT course_invitations_state_check CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
  ADD COLUMN declined_at timestamptz,
  ADD COLUMN accepted_by bigint REFERENCES users;
UPDATE course_invitations SET declined_at = created_at WHERE state = 'declined';
UPDATE course_invitations i SET accepted_by = u.id
  FROM users u WHERE u.email = i.email AND i.state = 'accepted' AND u.erased_at IS NULL;
CREATE INDEX course_invitations_accepted_by_idx ON course_invitations (accepted_by) WHERE accepted_by IS NOT NULL;

-- The row of the day is locked before anything is counted in it.
ALTER TABLE course_invitation_days
  DROP CONSTRAINT course_invitation_days_invited_check,
  ADD CONSTRAINT course_invitation_days_invited_check CHECK (invited >= 0);

-- Nobody is told of an invitation inside the product by others: it stands on the dashboard of its owner.
DELETE FROM notifications WHERE kind = 'course.invited';
