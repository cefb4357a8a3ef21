-- What a business says of itself on its sales pages: docs/decisions/studio.md.
ALTER TABLE businesses
  ADD COLUMN description text NOT NULL DEFAULT '',
  -- '' or an address with http(s).
  ADD COLUMN website text NOT NULL DEFAULT '',
  -- A path below /media/, as in users.avatar_url.
  ADD COLUMN logo_url text,
  -- Whether sales pages show e-mail, phone and address, which were given for other purposes.
  ADD COLUMN shows_contact boolean NOT NULL DEFAULT false;
CREATE INDEX businesses_logo_idx ON businesses (logo_url) WHERE logo_url IS NOT NULL;

-- What others may read of a business.
CREATE VIEW business_cards AS
SELECT id, name, description, website, logo_url,
       CASE WHEN shows_contact THEN email::text END AS contact_email, CASE WHEN shows_contact THEN phone END AS contact_phone,
       CASE WHEN shows_contact THEN address END AS contact_address
  FROM businesses;

-- Sales pages show the business, cards its name.
CREATE TRIGGER businesses_changed AFTER UPDATE ON businesses FOR EACH STATEMENT EXECUTE FUNCTION tell_courses_changed();
