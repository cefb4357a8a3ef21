/**
 * The modal dialogs that are open, the newest last. While one is open, browsers make everything outside of the newest inert and
 * paint it below; what must stay usable is shown inside of the newest.
 */
let modals: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function replace(next: readonly HTMLElement[]): void {
  modals = next
  for (const listener of listeners) listener()
}

/** Returns the function to call before the dialog closes. */
export function addOpenModal(modal: HTMLElement): () => void {
  replace([...modals, modal])
  return () => replace(modals.filter((one) => one !== modal))
}

export const newestModal = (): HTMLElement | null => modals.at(-1) ?? null

export function onModalsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
