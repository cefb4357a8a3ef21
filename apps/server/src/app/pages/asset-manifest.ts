/** Reads from Vite's manifest which built files a page needs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
  /** The list holds the keys of the parts that a page asks for as soon as it runs, and of their parts. */
  firstWave?: string[]
  /** The entry names the table of the files that parts import. */
  partImports?: string
}
export type Manifest = Record<string, ManifestChunk>

export const clientEntry = 'src/app/entry-client.tsx'

export interface PageAssets {
  /** The value is the URL of the entry module. */
  entry: string
  /** The list contains the URLs of all modules that hydration needs, except the entry, and of the modules of the first parts. */
  modules: string[]
  /** The list contains the URLs of the style sheets of the first parts. The document may contain some of them. */
  sheets: string[]
  /** The value is the URL of the table of the files that parts import, or null without a build. */
  partImports: string | null
}

export async function readManifest(webDist: string): Promise<Manifest> {
  const text = await readFile(join(webDist, 'client/.vite/manifest.json'), 'utf8')
  return JSON.parse(text) as Manifest
}

/** Returns the entry, the pages' own chunks, everything that they import statically, and the parts of the first wave. */
export function assetsOf(manifest: Manifest, sources: readonly string[]): PageAssets {
  const files = new Set<string>()
  const sheets = new Set<string>()
  const walk = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.css?.forEach((sheet) => sheets.add(sheet))
    chunk.imports?.forEach(walk)
  }
  const shown = [clientEntry, ...sources]
  shown.forEach(walk)
  const present = new Set(sheets)
  // These parts come last in the order of the browser's requests.
  shown.flatMap((key) => manifest[key]?.firstWave ?? []).forEach(walk)
  const { file: entry, partImports } = manifest[clientEntry] ?? {}
  if (!entry) throw new Error('The web build has no entry: run the build again')
  files.delete(entry)
  return {
    entry: `/${entry}`,
    modules: [...files].map((file) => `/${file}`),
    sheets: [...sheets.difference(present)].map((sheet) => `/${sheet}`),
    partImports: partImports === undefined ? null : `/${partImports}`,
  }
}
