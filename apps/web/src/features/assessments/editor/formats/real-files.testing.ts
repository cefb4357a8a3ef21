/** The files that real programs write, kept in `fixtures/real-files`, as files that a person chooses. */
const inputs = import.meta.glob<string>(
  ['../../../../../../../fixtures/real-files/{gift,csv,qti}/*', '!**/*.md'],
  { query: '?inline', import: 'default', eager: true },
)

export function realFile(path: string): File {
  const [, address] = Object.entries(inputs).find(([name]) => name.endsWith(`/real-files/${path}`)) ?? []
  if (address === undefined) throw new Error(`${path} is not among the fixtures`)
  const [head = '', packed = ''] = address.split(',', 2)
  const marks = head.endsWith(';base64') ? atob(packed) : decodeURIComponent(packed)
  const bytes = Uint8Array.from(marks, (mark) => mark.charCodeAt(0))
  return new File([bytes], path.slice(path.lastIndexOf('/') + 1))
}
