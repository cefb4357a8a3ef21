/**
 * Describes the table that the build writes: the names of all files, and for each part the indexes of the files that it imports
 * (apps/web/bundling).
 */
interface PartImports {
  files: string[]
  parts: Record<string, number[]>
}

/** Reads the table that the document names. The development server has no table. */
export async function readPartImports(): Promise<(part: string) => readonly string[]> {
  const url = document.getElementById('modules')?.dataset['imports']
  if (url === undefined) return () => []
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const { files, parts } = (await response.json()) as PartImports
  return (part) => (parts[part] ?? []).flatMap((number) => files[number] ?? [])
}
