/**
 * Finds the parts that a page needs as soon as its own code runs: the first wave. The manifest names them, so that the server can
 * request them together with that code. Otherwise each part costs one more round trip (docs/decisions/first-load.md).
 */
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { modulesOfClient } from './chunks.ts'
import { markedPaths, setMarks } from './first-wave-marks.ts'
import { closureOf, firstWaveOf } from './module-users.ts'
import { filesOf, nameOf } from './part-loader.ts'

const manifestName = '.vite/manifest.json'

interface ManifestChunk {
  file: string
  src?: string
  isDynamicEntry?: boolean
  firstWave?: string[]
  /** The manifest's entry names the file with the table of imports of parts. */
  partImports?: string
}

export const firstWave: Plugin = {
  name: 'first-wave',
  // The plugin reads the sources before comments are left out.
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async transform(code, id) {
    const found: string[] = []
    for (const path of markedPaths(code)) {
      const part = await this.resolve(path, id)
      if (!part) throw new Error(`${id} marks a part that does not exist`)
      found.push(part.id)
    }
    setMarks(id, found)
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const manifest = bundle[manifestName]
      if (manifest?.type !== 'asset') throw new Error('Vite writes its manifest elsewhere now')
      const chunks = JSON.parse(String(manifest.source)) as Record<string, ManifestChunk>
      const built = Object.values(bundle).filter(
        (file): file is Rolldown.OutputChunk => file.type === 'chunk',
      )
      nameParts(chunks, built)
      const isBuilt = new Set(built.flatMap(({ moduleIds }) => moduleIds))
      for (const id of isBuilt) {
        const chunk = chunks[keyOf(id)]
        const parts = firstWaveOf(modulesOfClient, closureOf(modulesOfClient, id)).intersection(isBuilt)
        if (chunk && parts.size > 0) chunk.firstWave = [...parts].map(keyOf)
      }
      const table = importsOfParts(bundle, built)
      const hash = createHash('sha256').update(table).digest('hex').slice(0, 7)
      const fileName = `assets/part-imports-${hash}.json`
      this.emitFile({ type: 'asset', fileName, source: table })
      const first = chunks['src/app/entry-client.tsx']
      if (!first) throw new Error('The build has no entry')
      first.partImports = fileName
      manifest.source = JSON.stringify(chunks, null, 2)
    },
  },
}

const web = fileURLToPath(new URL('..', import.meta.url))
/** The manifest identifies a page or part by the path of its source. */
const keyOf = (id: string): string => relative(web, id)

/** Adds the pages and parts that share a file with other modules, because Vite names only those with a file of their own. */
function nameParts(chunks: Record<string, ManifestChunk>, built: readonly Rolldown.OutputChunk[]): void {
  const later = new Set([...modulesOfClient.values()].flatMap(({ laterImports }) => laterImports))
  const keyOfFile = new Map(Object.entries(chunks).map(([key, { file }]) => [file, key]))
  for (const { fileName, moduleIds } of built) {
    const chunk = chunks[keyOfFile.get(fileName) ?? '']
    for (const id of moduleIds)
      if (chunk && later.has(id)) chunks[keyOf(id)] ??= { ...chunk, src: keyOf(id), isDynamicEntry: true }
  }
}

/** Returns the table that part-imports.ts reads. The table omits files that the entry imports, which every page has. */
function importsOfParts(bundle: Rolldown.OutputBundle, chunks: readonly Rolldown.OutputChunk[]): string {
  const entry = chunks.find(({ name }) => name === 'entry-client')
  if (!entry) throw new Error('The build has no entry')
  const present = filesOf(bundle, entry.fileName)
  const files: string[] = []
  const parts: Record<string, number[]> = {}
  const later = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
  for (const part of [...later].sort()) {
    const imported = [...filesOf(bundle, part)].filter(
      (file) => file.endsWith('.js') && file !== part && !present.has(file),
    )
    if (imported.length === 0) continue
    parts[nameOf(part)] = imported.map(nameOf).map((name) => {
      const known = files.indexOf(name)
      return known === -1 ? files.push(name) - 1 : known
    })
  }
  return JSON.stringify({ files, parts })
}
