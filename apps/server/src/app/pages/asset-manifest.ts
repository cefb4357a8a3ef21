/** Reads from Vite's manifest which built files a page needs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
}
export type Manifest = Record<string, ManifestChunk>

export const clientEntry = 'src/app/entry-client.tsx'

export interface PageAssets {
  /** The value is the URL of the entry module. */
  entry: string
  /** The list contains the URLs of all modules that hydration needs, except the entry. */
  modules: string[]
}

export async function readManifest(webDist: string): Promise<Manifest> {
  const text = await readFile(join(webDist, 'client/.vite/manifest.json'), 'utf8')
  return JSON.parse(text) as Manifest
}

/** Returns the entry, the pages' own chunks, and everything that they import statically. */
export function assetsOf(manifest: Manifest, sources: readonly string[]): PageAssets {
  const files = new Set<string>()
  const walk = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(walk)
  }
  ;[clientEntry, ...sources].forEach(walk)
  const entry = manifest[clientEntry]?.file
  if (!entry) throw new Error('The web build has no entry: run the build again')
  files.delete(entry)
  return { entry: `/${entry}`, modules: [...files].map((file) => `/${file}`) }
}
