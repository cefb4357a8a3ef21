-- The language a mail is written in: its HTML part names it for screen readers.
ALTER TABLE mail_outbox
  ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ms'));
