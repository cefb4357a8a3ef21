/**
 * Lists the modal dialogs that are open, the newest last. While one is open, browsers make everything outside of the newest dialog
 * inert and paint it below. An element that fills the screen hides everything outside of it. Content that must stay usable
 * therefore has to be inside the dialog or the element.
 */
let modals: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function replace(next: readonly HTMLElement[]): void {
  modals = next
  for (const listener of listeners) listener()
}

/** Adds the dialog to the list. Call the returned function before the dialog closes. */
export function addOpenModal(modal: HTMLElement): () => void {
  replace([...modals, modal])
  return () => replace(modals.filter((one) => one !== modal))
}

export const newestModal = (): HTMLElement | null => modals.at(-1) ?? null

/**
 * Returns the element that must contain everything usable: the newest modal dialog, or the element that fills the screen when no
 * dialog lies above it.
 */
export function newestCover(): HTMLElement | null {
  const modal = newestModal()
  const full = document.fullscreenElement
  // A frame or a video that fills the screen by itself cannot contain elements of the page.
  if (!(full instanceof HTMLElement) || full.matches('iframe, video')) return modal
  return modal?.contains(full) === false ? modal : full
}

export function onCoversChange(listener: () => void): () => void {
  listeners.add(listener)
  document.addEventListener('fullscreenchange', listener)
  return () => {
    listeners.delete(listener)
    document.removeEventListener('fullscreenchange', listener)
  }
}
