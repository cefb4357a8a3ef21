/** What an export needs and a start does not: loaded with the first export. */
export { writeZipWithTexts } from '#server/platform/zip/zip-texts.ts'
export { fileNameOf, overviewPage } from './export-overview.ts'
export { readOwnData } from './own-data.ts'
