/**
 * This release has this number, which is that of its newest migration, and identifies itself to the database by it:
 * docs/decisions/releases.md. release.test.ts compares the number with the files.
 */
export const release = 239

/** PostgreSQL raises this code when a release that may no longer sell sells something. */
export const releaseTooOld = 'AP001'
