/** Tracks unsaved input of the page: fields and editors that received input and are still in the document. */
type Field = HTMLInputElement | HTMLTextAreaElement

const fields = new Set<Field | HTMLElement>()

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

const isSearch = (field: Element) => field.matches('[type=search]') || field.closest('search, [role=search]')

/** Records input into an editor. Editors need this, because tools, pasting and many keys cause no `input` event. */
export function rememberTyped(element: HTMLElement): void {
  if (!isSearch(element)) fields.add(element)
}

function remember({ target }: Event): void {
  if (isField(target) || (target instanceof HTMLElement && target.matches('[contenteditable]')))
    rememberTyped(target)
}

export function watchTypedInput(): () => void {
  document.addEventListener('input', remember, true)
  return () => document.removeEventListener('input', remember, true)
}

export function hasTypedInput(): boolean {
  for (const field of fields) {
    if (!field.isConnected) fields.delete(field)
  }
  return [...fields].some((field) =>
    isField(field)
      ? field.type === 'checkbox' || field.type === 'radio' || field.value !== ''
      : field.textContent.trim() !== '',
  )
}
