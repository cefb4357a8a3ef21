/** Selects the built style sheets of a document: those of the page's code, and those of the lazy chunks that the page shows. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientEntry, type Manifest, type ManifestChunk } from './asset-manifest.ts'

export interface DocumentStyles {
  css: string
  /** These are the URLs of the files in `css`. The loader of pages requests a style sheet unless the document has a link to it. */
  sheets: readonly string[]
}

export interface PageStyles {
  /** Returns the styles of a rendered page. `sources` are the page's source files, and `html` is its markup. */
  ofPage: (page: { sources: readonly string[]; html: string }) => DocumentStyles
  /** Returns the styles of a document that the web client does not render. */
  ofMarkup: (html: string) => DocumentStyles
  /** The first paint needs this font file. Null means that the build has none. */
  fontUrl: string | null
}

interface Sheet {
  url: string
  css: string
  /** Contains the classes that each selector of the style sheet needs. */
  selectors: readonly (readonly string[])[]
}

export async function readPageStyles(webDist: string, manifest: Manifest): Promise<PageStyles> {
  const sheets = await readSheets(webDist, manifest)
  const entryNames = sheetsOfChunks(manifest, [clientEntry])
  /** Contains, by the source files of a page, the sheets that the page always needs and those of its lazy chunks. */
  const pages = new Map<string, { loaded: ReadonlySet<string>; lazy: readonly string[] }>()
  /** Contains the styles by the URLs of their sheets. */
  const known = new Map<string, DocumentStyles>()

  function together(names: readonly string[]): DocumentStyles {
    const parts = names.flatMap((name) => sheets.get(name) ?? [])
    const urls = parts.map(({ url }) => url)
    const key = urls.join(' ')
    const styles = known.get(key) ?? { css: parts.map(({ css }) => css).join(''), sheets: urls }
    known.set(key, styles)
    return styles
  }
  /** Returns those names that are not yet contained and whose sheet has a rule for the markup. */
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

/** Returns all sheets of the build by their names in the manifest. */
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

/** Returns the sheets of the entry, which define the order of the layers, and those of these chunks and their static imports. */
function sheetsOfChunks(manifest: Manifest, keys: readonly string[]): Set<string> {
  const names = new Set(manifest[clientEntry]?.css)
  for (const { css = [] } of chunksOf(manifest, keys)) css.forEach((name) => names.add(name))
  return names
}

/** Returns the sheets of all chunks that a page may load on demand, recursively. */
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

/** Returns these chunks, each after the chunks that it imports statically. */
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

/**
 * Returns the classes of each selector. Classes inside `:not()`, `:is()` and the like are left out, because the selector can match
 * without them.
 */
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
