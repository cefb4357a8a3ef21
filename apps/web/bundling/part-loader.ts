/**
 * Replaces Vite's loader of lazy parts. Vite's loader fetches a part's style sheets first and its code afterwards, which costs one
 * more round trip for each page and part (docs/decisions/first-load.md).
 */
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const loader = fileURLToPath(new URL('../src/framework/load-part.ts', import.meta.url))
const entry = fileURLToPath(new URL('../src/app/entry-client.tsx', import.meta.url))

/**
 * The pattern matches Vite's `import()` of a part, a part in the same file (a resolved promise), and the name that stands for the
 * style sheets in Vite's call of its loader.
 */
const imports =
  /\bimport\((["'`])(?<file>[^"'`]+)\1\)|\bPromise\.resolve\(\)\.then\(\(\)=>[\w$]+\)|,\s*__VITE_PRELOAD__/g

/**
 * The pattern matches Vite's import of single names of a part. The caller reads the same names from the result, so importing the
 * part itself suffices.
 */
const picking =
  /\basync\(\)=>\{let\{([^{}]*)\}=await (import\([^()]*\)(?:\.then\((\w+)=>\3\.\w+\))?);return\{\1\}\}/g

type Bundle = Rolldown.OutputBundle

export const partLoader: Plugin = {
  name: 'part-loader',
  // The plugin runs before Vite's own plugins, which add their loader and the sheets.
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? loader : null),
  generateBundle(_options, bundle) {
    if (!this.getModuleInfo(loader)) throw new Error('Vite names its loader of parts differently now')
    let parts = 0
    for (const chunk of chunksOf(bundle)) {
      const code = withFiles(bundle, chunk)
      if (code !== chunk.code) parts += 1
      chunk.code = code
    }
    if (parts === 0) throw new Error('Vite marks the imports of parts differently now')
  },
}

const chunksOf = (bundle: Bundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk')

/**
 * Adds to each import the style sheets that the part needs and that are not loaded yet by the importing chunk or the entry. If the
 * part imports further files, its own name is added too (first-wave.ts).
 */
function withFiles(bundle: Bundle, chunk: Rolldown.OutputChunk): string {
  const first = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId === entry)
  const loaded = filesOf(bundle, first?.fileName ?? chunk.fileName)
  const present = loaded.union(filesOf(bundle, chunk.fileName))
  /** Holds the imports whose call of the loader is not closed yet. */
  const open: string[] = []
  return chunk.code.replaceAll(picking, '()=>$2').replaceAll(imports, (text, _quote, file?: string) => {
    if (!text.endsWith('__VITE_PRELOAD__')) {
      open.push(file === undefined ? chunk.fileName : posix.join(posix.dirname(chunk.fileName), file))
      return text
    }
    const part = open.pop()
    if (part === undefined) throw new Error(`${chunk.fileName} calls the loader without an import`)
    const files = filesOf(bundle, part)
    const sheets = [...files].filter((name) => isSheet(name) && !present.has(name)).map(nameOf)
    const hasImports = [...files].some((name) => !isSheet(name) && name !== part && !loaded.has(name))
    if (!hasImports && sheets.length === 0) return ''
    return `,\`${sheets.join(' ')}\`` + (hasImports ? `,\`${nameOf(part)}\`` : '')
  })
}

const isSheet = (name: string): boolean => name.endsWith('.css')

/** Returns the file, the files that it imports, and the style sheets of all of them. */
export function filesOf(bundle: Bundle, fileName: string): Set<string> {
  const files = new Set<string>()
  const walk = (name: string): void => {
    if (files.has(name)) return
    files.add(name)
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') throw new Error(`${name} is not a chunk of this build`)
    chunk.imports.forEach(walk)
    chunk.viteMetadata?.importedCss.forEach((sheet) => files.add(sheet))
  }
  walk(fileName)
  return files
}

/** Returns the name of a file without folder and extension, which the loader adds. */
export function nameOf(file: string): string {
  const name = /^assets\/([^ ]+)\.(?:css|js)$/.exec(file)?.[1]
  if (!name) throw new Error(`The loader of parts cannot request ${file}`)
  return name
}
