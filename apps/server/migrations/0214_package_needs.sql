-- oldest release that serves: 0212
-- What the pages and scripts of a package use that fails where packages have no origin. Packages that are there already name nothing.
ALTER TABLE packages ADD COLUMN needs text[] NOT NULL DEFAULT '{}';
