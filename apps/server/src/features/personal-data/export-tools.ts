/** What an export needs and a start does not: loaded with the first export. */
export { writeZip } from '#server/platform/zip/write-zip.ts'
export { fileNameOf, overviewPage } from './export-overview.ts'
export { readOwnData } from './own-data.ts'
