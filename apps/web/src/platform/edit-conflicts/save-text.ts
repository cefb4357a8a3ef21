/** Saves a text as a file through the browser. */
export function saveText(name: string, content: string, type: string): void {
  saveFile(name, new Blob([content], { type: `${type};charset=utf-8` }))
}

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers lose a file whose URL is revoked immediately; after this time saving has started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
