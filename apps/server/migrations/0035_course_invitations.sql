-- An address that is given a course by a seller who is not its owner's own business is invited: its owner accepts.
-- What waited for an address until now is an open invitation.
ALTER TABLE waiting_enrolments RENAME TO course_invitations;
ALTER TABLE course_invitations
  ADD COLUMN id        bigint GENERATED ALWAYS AS IDENTITY,
  -- As the seller wrote it; nobody else is shown it.
  ADD COLUMN name      text NOT NULL DEFAULT '',
  ADD COLUMN state     text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined')),
  ADD COLUMN mailed_at timestamptz,
  ADD COLUMN mails     integer NOT NULL DEFAULT 0;
ALTER TABLE course_invitations DROP CONSTRAINT waiting_enrolments_pkey;
ALTER TABLE course_invitations ADD CONSTRAINT course_invitations_pkey PRIMARY KEY (id);
ALTER TABLE course_invitations ADD CONSTRAINT course_invitations_course_email_key UNIQUE (course_id, email);
ALTER INDEX waiting_enrolments_email_idx RENAME TO course_invitations_email_idx;

-- How many new addresses a seller has invited on a day in Kuala Lumpur.
CREATE TABLE course_invitation_days (
  seller_id bigint NOT NULL REFERENCES sellers ON DELETE CASCADE,
  day       date NOT NULL,
  invited   integer NOT NULL CHECK (invited > 0),
  PRIMARY KEY (seller_id, day)
);
