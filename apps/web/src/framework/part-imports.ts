/** The build writes this table: all file names, and for each part the numbers of the files that it imports (apps/web/bundling). */
interface PartImports {
  files: string[]
  parts: Record<string, number[]>
}

/** Reads the table that the document names. A document of the development server names none. */
export async function readPartImports(): Promise<(part: string) => readonly string[]> {
  const url = document.getElementById('modules')?.dataset['imports']
  if (url === undefined) return () => []
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const { files, parts } = (await response.json()) as PartImports
  return (part) => (parts[part] ?? []).flatMap((number) => files[number] ?? [])
}
