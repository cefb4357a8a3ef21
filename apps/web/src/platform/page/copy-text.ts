/**
 * Copies a text. Throws when the browser refuses.
 *
 * Pages without HTTPS, such as `http://192.168.0.10` in an office, have no `navigator.clipboard`, but may copy a selection.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text)
    return
  }
  if (!copySelected(text)) throw new Error('The browser did not copy the text')
}

function copySelected(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'vh'
  // While a dialog is open, nothing outside of it can be selected.
  const place = focused?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- no other way exists on pages without HTTPS
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
