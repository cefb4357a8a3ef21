-- Packages in which something reports to the platform: only their reports complete the lesson. The last release may serve and sell.
CREATE VIEW reporting_packages AS
SELECT media_id FROM packages WHERE activities @> '[{"isReporting": true}]';
