/** Gathers the modules of exports. They are loaded with the first export, so that the server starts faster. */
export { writeZipWithTexts } from '#server/platform/zip/zip-texts.ts'
export { fileNameOf, overviewPage } from './export-overview.ts'
export { readOwnData } from './own-data.ts'
