/** Which built stylesheets a document contains: those of its page's code, and those of the lazy parts that it shows. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientEntry, type Manifest, type ManifestChunk } from './asset-manifest.ts'

/** One document's styles, to be written into it. */
export interface DocumentStyles {
  css: string
  /** URLs of the files in `css`. The loader of pages requests a sheet unless the document has a link to it. */
  sheets: readonly string[]
}

export interface PageStyles {
  /** Of a rendered page: `sources` are its source files, `html` its markup. */
  ofPage: (page: { sources: readonly string[]; html: string }) => DocumentStyles
  /** Of a document that is not rendered by the web client. */
  ofMarkup: (html: string) => DocumentStyles
  /** The font file that first paint needs. */
  fontUrl: string | null
}

interface Sheet {
  url: string
  css: string
  /** The classes of each selector. */
  selectors: readonly (readonly string[])[]
}

export async function readPageStyles(webDist: string, manifest: Manifest): Promise<PageStyles> {
  const sheets = await readSheets(webDist, manifest)
  const entryNames = sheetsOfChunks(manifest, [clientEntry])
  /** By the source files of a page: the sheets that it always has, and those of its lazy parts. */
  const pages = new Map<string, { loaded: ReadonlySet<string>; lazy: readonly string[] }>()
  /** By the URLs of their sheets. */
  const known = new Map<string, DocumentStyles>()

  function together(names: readonly string[]): DocumentStyles {
    const parts = names.flatMap((name) => sheets.get(name) ?? [])
    const urls = parts.map(({ url }) => url)
    const key = urls.join(' ')
    const styles = known.get(key) ?? { css: parts.map(({ css }) => css).join(''), sheets: urls }
    known.set(key, styles)
    return styles
  }
  /** The names that are not yet contained and have a rule for the markup. */
  function shownIn(html: string, names: Iterable<string>, contained: ReadonlySet<string>): string[] {
    const classes = classesIn(html)
    return [...names].filter(
      (name) =>
        !contained.has(name) &&
        sheets.get(name)?.selectors.some((selector) => selector.every((part) => classes.has(part))),
    )
  }

  function sheetsOfPage(sources: readonly string[]) {
    const key = sources.join(' ')
    const known = pages.get(key)
    if (known) return known
    const loaded = sheetsOfChunks(manifest, [clientEntry, ...sources])
    const lazy = lazySheetsOf(manifest, sources).filter((name) => !loaded.has(name))
    const found = { loaded, lazy }
    pages.set(key, found)
    return found
  }

  return {
    ofPage({ sources, html }) {
      const { loaded, lazy } = sheetsOfPage(sources)
      return together([...loaded, ...shownIn(html, lazy, loaded)])
    },
    ofMarkup: (html) => together([...entryNames, ...shownIn(html, sheets.keys(), entryNames)]),
    fontUrl: fontIn([...sheets.values()].map(({ css }) => css).join('')),
  }
}

const fontIn = (css: string): string | null =>
  /url\(["']?(\/assets\/apogee-sans[^"')]*\.woff2)/.exec(css)?.[1] ?? null

/** All sheets of the build by their names in the manifest. */
async function readSheets(webDist: string, manifest: Manifest): Promise<Map<string, Sheet>> {
  const names = new Set(
    Object.values(manifest).flatMap(({ file, css = [] }) =>
      [file, ...css].filter((name) => name.endsWith('.css')),
    ),
  )
  return new Map(
    await Promise.all(
      [...names].map(async (name): Promise<[string, Sheet]> => {
        const css = await readFile(join(webDist, 'client', name), 'utf8')
        return [name, { url: `/${name}`, css, selectors: selectorsOf(css) }]
      }),
    ),
  )
}

/** The entry's sheets, which order the layers, and those of these chunks and of everything that they import statically. */
function sheetsOfChunks(manifest: Manifest, keys: readonly string[]): Set<string> {
  const names = new Set(manifest[clientEntry]?.css)
  for (const { css = [] } of chunksOf(manifest, keys)) css.forEach((name) => names.add(name))
  return names
}

/** The sheets of the parts that a page loads on demand, and of the parts of these. */
function lazySheetsOf(manifest: Manifest, sources: readonly string[]): string[] {
  const entryChunks = new Set(chunksOf(manifest, [clientEntry]))
  const seen = new Set(entryChunks)
  const names = new Set<string>()
  let next = sources
  while (next.length > 0) {
    const found = chunksOf(manifest, next).filter((chunk) => !seen.has(chunk))
    for (const chunk of found) {
      seen.add(chunk)
      chunk.css?.forEach((name) => names.add(name))
    }
    next = found.flatMap(({ dynamicImports = [] }) => dynamicImports)
  }
  return [...names]
}

/** These chunks after the chunks that they import statically. */
function chunksOf(manifest: Manifest, keys: readonly string[]): ManifestChunk[] {
  const chunks = new Set<ManifestChunk>()
  const visited = new Set<string>()
  const walk = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || visited.has(key)) return
    visited.add(key)
    chunk.imports?.forEach(walk)
    chunks.add(chunk)
  }
  keys.forEach(walk)
  return [...chunks]
}

/** Classes inside `:not()`, `:is()` and similar are left out: the selector can match without them. */
function selectorsOf(css: string): string[][] {
  const selectors: string[][] = []
  for (const [, prelude = ''] of css.matchAll(/([^{};]+)\{/g)) {
    if (prelude.startsWith('@')) continue
    for (const selector of withoutArguments(prelude).split(',')) {
      const classes = [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)
      if (classes.length > 0) selectors.push(classes)
    }
  }
  return selectors
}

function withoutArguments(selector: string): string {
  const shorter = selector.replaceAll(/\([^()]*\)/g, '')
  return shorter === selector ? selector : withoutArguments(shorter)
}

const classAttribute = ' class="'

function classesIn(html: string): Set<string> {
  const attributes = new Set<string>()
  let end = 0
  for (;;) {
    const found = html.indexOf(classAttribute, end)
    if (found < 0) break
    const start = found + classAttribute.length
    end = html.indexOf('"', start)
    if (end < 0) break
    attributes.add(html.slice(start, end))
  }
  return new Set([...attributes].flatMap((names) => names.split(/\s+/)))
}
