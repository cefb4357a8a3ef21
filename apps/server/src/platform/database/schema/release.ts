/**
 * The value is the number of the newest migration and identifies this release to the database: docs/decisions/releases.md.
 * release.test.ts compares it with the files.
 */
export const release = 219

/** PostgreSQL raises this code for a sale of a release that may no longer sell. */
export const releaseTooOld = 'AP001'
