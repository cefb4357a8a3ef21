-- The signature and the seller's logo on certificates (docs/decisions/certificate-pictures.md). Oldest release that may serve: 0166,
-- which issues certificates without pictures. The references keep its sweep from deleting files that certificates show.
ALTER TABLE media DROP CONSTRAINT media_purpose_check;
ALTER TABLE media ADD CONSTRAINT media_purpose_check CHECK (purpose IN ('lesson', 'cover', 'avatar', 'captions', 'quiz',
  'discussion', 'archive', 'package', 'hand-in', 'text-picture', 'signature')) NOT VALID;

-- Printed papers take PNG.
ALTER TABLE media_copies DROP CONSTRAINT media_copies_format_check;
ALTER TABLE media_copies ADD CONSTRAINT media_copies_format_check CHECK (format IN ('avif', 'webp', 'png')) NOT VALID;

-- Not printed without a signer. No constraint says so: the release before this one removes the signer alone.
ALTER TABLE certificate_rules ADD signature_id bigint REFERENCES media;
CREATE INDEX certificate_rules_signature_idx ON certificate_rules (signature_id) WHERE signature_id IS NOT NULL;

-- As they were on the day of issue; without a row the certificate shows none.
CREATE TABLE certificate_pictures (
  certificate_id bigint PRIMARY KEY REFERENCES certificates ON DELETE CASCADE,
  signature_id bigint REFERENCES media,
  logo_id bigint REFERENCES media,
  CHECK (signature_id IS NOT NULL OR logo_id IS NOT NULL)
);
CREATE INDEX certificate_pictures_signature_idx ON certificate_pictures (signature_id) WHERE signature_id IS NOT NULL;
CREATE INDEX certificate_pictures_logo_idx ON certificate_pictures (logo_id) WHERE logo_id IS NOT NULL;

-- For the feature that shows them.
CREATE VIEW stored_certificate_pictures AS
SELECT id, public_id FROM media WHERE purpose IN ('signature', 'avatar');

-- For keeping files: what rules name and certificates show, also those that are no longer valid.
CREATE VIEW certificate_files AS
SELECT signature_id AS media_id FROM certificate_rules WHERE signature_id IS NOT NULL
UNION ALL SELECT signature_id FROM certificate_pictures WHERE signature_id IS NOT NULL
UNION ALL SELECT logo_id FROM certificate_pictures WHERE logo_id IS NOT NULL;

-- For opening files.
CREATE VIEW shown_signatures AS
SELECT p.signature_id AS media_id FROM certificate_pictures p JOIN certificates c ON c.id = p.certificate_id
 WHERE p.signature_id IS NOT NULL AND c.revoked_at IS NULL AND c.withdrawn_at IS NULL;
CREATE VIEW signatures_of_courses AS
SELECT signature_id AS media_id, course_id FROM certificate_rules WHERE signature_id IS NOT NULL;
