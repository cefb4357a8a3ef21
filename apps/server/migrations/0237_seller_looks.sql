-- How the papers of a seller look. A receipt, an invoice and a certificate keep the look that the seller had at their issue. Papers
-- without a look, such as all earlier ones, show the platform's colour.
CREATE TABLE seller_looks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id bigint NOT NULL REFERENCES sellers,
  colour text CHECK (colour ~ '^#[0-9a-f]{6}$'),
  logo_id bigint REFERENCES media,
  -- New papers get this look.
  is_current boolean NOT NULL,
  -- A superadmin cleared the seller's brand. No paper shows the look any more.
  withdrawn_at timestamptz,
  CHECK (colour IS NOT NULL OR logo_id IS NOT NULL),
  CHECK (NOT is_current OR withdrawn_at IS NULL)
);
CREATE UNIQUE INDEX seller_looks_unique_idx ON seller_looks (seller_id, colour, logo_id) NULLS NOT DISTINCT WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX seller_looks_current_idx ON seller_looks (seller_id) WHERE is_current;
CREATE INDEX seller_looks_seller_idx ON seller_looks (seller_id);
CREATE INDEX seller_looks_logo_idx ON seller_looks (logo_id) WHERE logo_id IS NOT NULL;

-- These columns reference seller_looks without a constraint, so that deleting a look never waits for the issue of a paper. A paper
-- whose look was deleted shows the platform's look.
ALTER TABLE receipts ADD COLUMN look_id bigint;
ALTER TABLE invoices ADD COLUMN look_id bigint;
ALTER TABLE certificates ADD COLUMN look_id bigint;

-- Deletes former looks of a seller that no paper has, so that a removed logo is not kept. Migration 0238 builds the indexes for it.
CREATE FUNCTION forget_unused_looks(of_seller bigint) RETURNS void LANGUAGE sql AS $$
  DELETE FROM seller_looks l
   WHERE l.seller_id = of_seller AND NOT l.is_current AND l.withdrawn_at IS NULL
     AND NOT EXISTS (SELECT FROM receipts r WHERE r.look_id = l.id)
     AND NOT EXISTS (SELECT FROM invoices i WHERE i.look_id = l.id)
     AND NOT EXISTS (SELECT FROM certificates c WHERE c.look_id = l.id)
$$;

-- Makes the seller's present colour and logo the look of new papers. It locks the seller, so that a colour and a logo that are saved at
-- the same time are both in the look.
CREATE FUNCTION note_look(of_seller bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  shown record;
BEGIN
  PERFORM FROM sellers WHERE id = of_seller FOR NO KEY UPDATE;
  SELECT b.colour, m.id AS logo_id INTO shown
    FROM sellers s LEFT JOIN seller_brands b ON b.seller_id = s.id LEFT JOIN businesses p ON p.id = s.business_id
    LEFT JOIN media m ON m.purpose = 'avatar' AND m.public_id = substr(p.logo_url, length('/media/') + 1)
   WHERE s.id = of_seller;
  UPDATE seller_looks SET is_current = false
   WHERE seller_id = of_seller AND is_current AND (colour, logo_id) IS DISTINCT FROM (shown.colour, shown.logo_id);
  PERFORM forget_unused_looks(of_seller);
  IF shown.colour IS NULL AND shown.logo_id IS NULL THEN RETURN; END IF;
  INSERT INTO seller_looks (seller_id, colour, logo_id, is_current) VALUES (of_seller, shown.colour, shown.logo_id, true)
  ON CONFLICT (seller_id, colour, logo_id) WHERE withdrawn_at IS NULL DO UPDATE SET is_current = true;
END $$;

CREATE FUNCTION note_look_of_brand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_look(coalesce(NEW.seller_id, OLD.seller_id));
  RETURN NULL;
END $$;
CREATE TRIGGER seller_brands_look AFTER INSERT OR UPDATE OR DELETE ON seller_brands
  FOR EACH ROW EXECUTE FUNCTION note_look_of_brand();

CREATE FUNCTION note_look_of_business() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_look(s.id) FROM sellers s WHERE s.business_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER businesses_look AFTER UPDATE OF logo_url ON businesses FOR EACH ROW
  WHEN (OLD.logo_url IS DISTINCT FROM NEW.logo_url) EXECUTE FUNCTION note_look_of_business();

SELECT note_look(s.id) FROM sellers s;

-- The looks that new papers get.
CREATE VIEW current_looks AS
SELECT l.seller_id, l.id FROM seller_looks l JOIN sellers s ON s.id = l.seller_id
 WHERE l.is_current AND s.selling_state <> 'suspended';

CREATE VIEW shown_looks AS
SELECT l.id, l.colour, l.logo_id, m.public_id AS logo_public_id
  FROM seller_looks l LEFT JOIN media m ON m.id = l.logo_id
 WHERE l.withdrawn_at IS NULL;

-- Certificates record their logo themselves. These logos are not shown any more.
CREATE VIEW withdrawn_logos AS
SELECT DISTINCT logo_id FROM seller_looks WHERE withdrawn_at IS NOT NULL AND logo_id IS NOT NULL;

-- The logos on certificates of a seller's courses, also of certificates that have no look.
CREATE VIEW certificate_logos AS
SELECT k.seller_id, p.logo_id
  FROM certificate_pictures p JOIN certificates c ON c.id = p.certificate_id JOIN courses k ON k.id = c.course_id
 WHERE p.logo_id IS NOT NULL;

-- For keeping files: what rules name and certificates show, also those that are no longer valid, and the logos of looks.
CREATE OR REPLACE VIEW certificate_files AS
SELECT signature_id AS media_id FROM certificate_rules WHERE signature_id IS NOT NULL
UNION ALL SELECT signature_id FROM certificate_pictures WHERE signature_id IS NOT NULL
UNION ALL SELECT logo_id FROM certificate_pictures WHERE logo_id IS NOT NULL
UNION ALL SELECT logo_id FROM seller_looks WHERE logo_id IS NOT NULL;
