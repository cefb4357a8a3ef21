/** Bundles the code that shows a document, including pdf.js, which is far larger than the rest of a lesson's page. */
export { openDocument, type OpenedDocument } from './open-document.ts'
export { DocumentView, type Reading } from '../view/document-view.ts'
export { readPage } from '../text/read-page.ts'
export { DocumentSearch, type Findings } from '../text/document-search.ts'
