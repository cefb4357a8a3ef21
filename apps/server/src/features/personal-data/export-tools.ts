/** Modules for exports. They are loaded with the first export to shorten the start. */
export { writeZipWithTexts } from '#server/platform/zip/zip-texts.ts'
export { fileNameOf, overviewPage } from './export-overview.ts'
export { readOwnData } from './own-data.ts'
