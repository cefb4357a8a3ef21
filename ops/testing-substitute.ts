/** @throws when a text to replace is missing, because the shipped file has changed. */
export function substitute(text: string, changes: Readonly<Record<string, string>>, file: string): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${file} does not contain ${from}`)
    return changed.replaceAll(from, to)
  }, text)
}
