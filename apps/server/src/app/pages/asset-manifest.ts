/** Reads from Vite's manifest which built files a page needs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
  /** Contains the keys of the chunks that a page requests as soon as its code runs, including the chunks of those chunks. */
  firstWave?: string[]
  /** Names the file with the table of which files each chunk imports. */
  partImports?: string
}
export type Manifest = Record<string, ManifestChunk>

export const clientEntry = 'src/app/entry-client.tsx'

export interface PageAssets {
  /** This is the URL of the entry module. */
  entry: string
  /**
   * These are the URLs of all modules that hydration needs, except the entry, and of the modules that the page requests as soon as
   * it runs.
   */
  modules: string[]
  /**
   * These are the URLs of the style sheets of the modules that the page requests as soon as it runs. The document may already
   * contain some of them.
   */
  sheets: string[]
  /** This is the URL of the table of the files that chunks import. It is null without a build. */
  partImports: string | null
}

export async function readManifest(webDist: string): Promise<Manifest> {
  const text = await readFile(join(webDist, 'client/.vite/manifest.json'), 'utf8')
  return JSON.parse(text) as Manifest
}

/**
 * Returns the entry, the pages' own chunks, everything that these import statically, and the chunks that a page requests as soon as
 * it runs.
 */
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
  // The chunks that the page itself requests come last, so that the browser requests them last.
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
