/** Everything that only archives need: loaded by the first one, as one part of the server's bundle. */
export { readMarkdown } from '@apogee/contracts/courses/markdown/read.ts'
export { withZip, ZipRefused } from '#server/platform/zip/read-zip.ts'
export { writeZip } from '#server/platform/zip/write-zip.ts'
export { nameOf } from './archive-names.ts'
export { ImportRefused } from './archive-contents.ts'
export { bringIn } from './bring-in.ts'
export { archiveLimits, examine, problemOf } from './examine.ts'
export { courseEntries } from './write-course.ts'
