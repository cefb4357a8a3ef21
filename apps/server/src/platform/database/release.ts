/**
 * The number of the newest migration, by which the database knows this release: docs/decisions/two-releases.md.
 * release.test.ts compares it with the files.
 */
export const release = 212

/** PostgreSQL's code for a sale of a release that may no longer sell. */
export const releaseTooOld = 'AP001'
