/** What shows a document; with pdf.js, far larger than the rest of a lesson's page. */
export { openDocument, type OpenedDocument } from './open-document.ts'
export { DocumentView, type Reading } from './document-view.ts'
export { readPage } from './read-page.ts'
export { DocumentSearch, type Findings } from './document-search.ts'
