/** Tracks unsaved input of the page: fields that received input and are still in the document. */
const fields = new Set<HTMLInputElement | HTMLTextAreaElement>()

const isSearch = (field: Element) => field.matches('[type=search]') || field.closest('search, [role=search]')

function remember({ target }: Event): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (isField && !isSearch(target)) fields.add(target)
}

export function watchTypedInput(): () => void {
  document.addEventListener('input', remember, true)
  return () => document.removeEventListener('input', remember, true)
}

export function hasTypedInput(): boolean {
  for (const field of fields) {
    if (!field.isConnected) fields.delete(field)
  }
  return [...fields].some(
    (field) => field.type === 'checkbox' || field.type === 'radio' || field.value !== '',
  )
}
