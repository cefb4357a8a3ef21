/** Provides files that other programs have written, from `fixtures/real-files`, in the form of files that a person chooses. */
const inputs = import.meta.glob<string>(
  ['../../../../../../../fixtures/real-files/{gift,csv,qti,rosters}/*', '!**/*.md'],
  { query: '?inline', import: 'default', eager: true },
)

function bytesOf(address: string): Uint8Array {
  const [head = '', packed = ''] = address.split(',', 2)
  const marks = head.endsWith(';base64') ? atob(packed) : decodeURIComponent(packed)
  return Uint8Array.from(marks, (mark) => mark.charCodeAt(0))
}

export const allRealFiles = (): { path: string; bytes: Uint8Array }[] =>
  Object.entries(inputs).map(([path, address]) => ({ path, bytes: bytesOf(address) }))

export function realFile(path: string): File {
  const [, address] = Object.entries(inputs).find(([name]) => name.endsWith(`/real-files/${path}`)) ?? []
  if (address === undefined) throw new Error(`${path} is not among the fixtures`)
  return new File([new Uint8Array(bytesOf(address))], path.slice(path.lastIndexOf('/') + 1))
}
