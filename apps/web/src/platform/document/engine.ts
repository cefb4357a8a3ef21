/** Bundles the code that shows a document, including pdf.js, which is far larger than the rest of a lesson's page. */
export { openDocument, type OpenedDocument } from './open-document.ts'
export { DocumentView, type Reading } from './document-view.ts'
export { readPage } from './read-page.ts'
export { DocumentSearch, type Findings } from './document-search.ts'
