/** Holds the page that the product's own viewer shows, for content beside the document, such as notes. */
let shown: { documentId: number; page: number } | null = null

export function setShownPage(documentId: number, page: number): void {
  shown = { documentId, page }
}

export function clearShownPage(documentId: number): void {
  if (shown?.documentId === documentId) shown = null
}

/** Returns the shown page, counted from 1. Null means that the viewer does not show this document. */
export function shownPage(documentId: number): number | null {
  return shown?.documentId === documentId ? shown.page : null
}
