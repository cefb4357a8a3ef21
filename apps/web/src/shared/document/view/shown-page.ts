/** The value is the page that the own viewer shows, for content beside the document. */
let shown: { documentId: number; page: number } | null = null

export function setShownPage(documentId: number, page: number): void {
  shown = { documentId, page }
}

export function clearShownPage(documentId: number): void {
  if (shown?.documentId === documentId) shown = null
}

/** Pages count from 1; null means that the viewer does not show this document. */
export function shownPage(documentId: number): number | null {
  return shown?.documentId === documentId ? shown.page : null
}
