/**
 * Finds the parts that a page needs as soon as its own code runs. The manifest names them, so that the server can ask for them
 * together with that code; otherwise each part costs one more round trip (docs/decisions/first-load.md).
 */
import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { filesOf, nameOf } from './part-loader.ts'

/** An import of a part is marked so: `import(/* first wave *\/ './part.tsx')`. */
const marked = /\bimport\(\s*\/\* first wave \*\/\s*(["'])(?<path>[^"']+)\1/g

const manifestName = '.vite/manifest.json'

interface ManifestChunk {
  file: string
  firstWave?: string[]
  /** The entry names the table of the files that parts import. */
  partImports?: string
}

/** The map holds the marked parts of each module. */
const parts = new Map<string, string[]>()

export const firstWave: Plugin = {
  name: 'first-wave',
  // The plugin reads the sources before comments are left out.
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async transform(code, id) {
    const found: string[] = []
    for (const { groups } of code.matchAll(marked)) {
      const part = await this.resolve(groups?.['path'] ?? '', id)
      if (!part) throw new Error(`${id} marks a part that does not exist`)
      found.push(part.id)
    }
    if (found.length > 0) parts.set(id, found)
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const manifest = bundle[manifestName]
      if (manifest?.type !== 'asset') throw new Error('Vite writes its manifest elsewhere now')
      const chunks = JSON.parse(String(manifest.source)) as Record<string, ManifestChunk>
      const keyOfFile = new Map(Object.entries(chunks).map(([key, { file }]) => [file, key]))
      const keyOfModule = new Map<string, string>()
      const built = Object.values(bundle).filter(
        (file): file is Rolldown.OutputChunk => file.type === 'chunk',
      )
      for (const { fileName, moduleIds } of built)
        for (const id of moduleIds) keyOfModule.set(id, keyOfFile.get(fileName) ?? '')
      for (const { fileName, moduleIds } of built) {
        const chunk = chunks[keyOfFile.get(fileName) ?? '']
        const keys = moduleIds.flatMap((id) => parts.get(id) ?? []).flatMap((id) => keyOfModule.get(id) ?? [])
        if (chunk && keys.length > 0) chunk.firstWave = [...new Set(keys)]
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

/** Returns the table that part-imports.ts reads. It leaves out what the entry imports. */
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
