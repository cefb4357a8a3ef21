/**
 * Builds the web client if its sources have changed. Reports, in brotli bytes, the first-load JavaScript and inline styles of each
 * route and each file that loads later, and the number of files of a first load, from the build's manifest. Fails above a budget of
 * bytes, and for code that the oldest supported browsers lack.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { webDist } from './build-state.mjs'
import { tooNewIn } from './browser-target.ts'
import { buildWeb } from './build-web.ts'

interface Chunk {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
  isDynamicEntry?: boolean
  dynamicImports?: string[]
  /** Lists the keys of the parts that a page requests as soon as it runs, and of the parts that these request in turn. */
  firstWave?: string[]
}

const kilobyte = 1000
const pagesFolder = 'src/app/pages/'
const entry = 'src/app/entry-client.tsx'
/** These tables of routes contain all pages except the front pages. Such a page has to wait for its table too. */
const furtherTables = ['src/app/routes.tsx', 'src/app/staff-routes.tsx']

/**
 * Public pages must be light; forms load their rules when they are used; signed-in people have the shell cached. The limits are
 * raised when a feature needs code before its page is interactive, never for code that can load later. The routes of
 * schools and of the inbox take 0.3 kB of each form. The counts on the tabs of a course take 2 kB of its pages.
 */
const budgets = { public: 97.2, forms: 113.3, 'signed-in': 123.8 } as const
/** The styles of a page may have this many kilobytes, because they are in the document before the first paint. */
const stylesBudget = 13
/** Code that a page loads after it is shown may have this many kilobytes. */
const lazyBudget = 40
/**
 * The engine draws PDF files in browsers that cannot show them. Most of it is pdf.js: one file for the page and one for its worker,
 * each with the code that older phones lack (docs/decisions/lesson-media.md).
 */
const engineBudgets: Record<string, number> = {
  'src/shared/document/engine/engine.ts': 132,
  // hls.js is loaded only for videos in several qualities (docs/decisions/lesson-media.md).
  '../../packages/ui/src/player/stream-engine.ts': 98,
  // One request loads the Malay texts of all learners' screens.
  'src/app/texts/learning.ms.ts': 48.8,
  // The file contains the Malay texts of sellers and superadmins, and the sentences about imported files.
  'src/app/texts/selling.ms.ts': 53,
  // The detector of encodings is loaded with a file that is not UTF-8 (docs/decisions/dependencies.md).
  '../../node_modules/jschardet/dist/jschardet.esm.min.js': 800,
  // Each grammar of code is loaded by itself (docs/decisions/texts.md).
  'src/shared/lesson-text/code-tokens.ts': 10,
  // Temml is loaded when a text has a formula (docs/decisions/texts.md).
  'src/shared/lesson-text/formula.ts': 52,
  // One request loads the readers of all formats of question files. Another request loads the reader of lesson texts
  // (docs/decisions/first-load.md).
  'src/features/assessments/editor/formats/quiz-formats.ts': 49,
  '../../packages/contracts/src/courses/markdown/read.ts': 41.5,
  // The chunk is mostly ProseMirror (docs/decisions/texts.md).
  'src/features/lesson-texts/components/text-editor.tsx': 80,
}
// The workers contain pdf.js, SQLite and the loader of Python (docs/decisions/practice.md).
const workerBudgets: Record<string, number> = { 'pdf.worker': 325, 'sql.worker': 60, 'python.worker': 10 }
const kinds: Record<string, keyof typeof budgets> = {
  ...Object.fromEntries(
    [
      'landing',
      'business',
      'marketplace',
      'certificate',
      'course-sales',
      'course-store',
      'forbidden',
      'cart',
      'reading',
      'pricing',
      'blog',
      'blog-article',
    ].map((name) => [name, 'public']),
  ),
  ...Object.fromEntries(
    [
      'login',
      'register',
      'admin-register',
      'forgot-password',
      'reset-password',
      'verify-email',
      'change-email',
      'invitation',
      'course-invitation',
      'gift',
      'contact',
      'verify',
    ].map((name) => [name, 'forms']),
  ),
}

await buildWeb()
const manifest = JSON.parse(await readFile(join(webDist, 'client/.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>
for (const key of [entry, ...furtherTables, ...Object.keys(engineBudgets)])
  if (!manifest[key]) throw new Error(`the build has no ${key}`)
const sizes = new Map<string, number>()

const compressed = (content: string | Buffer): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

async function brotliSize(file: string): Promise<number> {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const path = join(webDist, 'client', file)
  // Except for the smallest files, the build compresses every file with this quality, and the server sends the compressed file
  // unchanged.
  const built = await stat(`${path}.br`).catch(() => null)
  const size = built?.size ?? compressed(await readFile(path))
  sizes.set(file, size)
  return size
}

async function sizeOf(files: Iterable<string>): Promise<number> {
  const all = await Promise.all([...files].map(brotliSize))
  return all.reduce((sum, size) => sum + size, 0)
}

function chunksOf(keys: string[]): Set<Chunk> {
  const chunks = new Set<Chunk>()
  const walk = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || chunks.has(chunk)) return
    chunks.add(chunk)
    chunk.imports?.forEach(walk)
  }
  keys.forEach(walk)
  return chunks
}
const filesOf = (keys: string[]): Set<string> => new Set([...chunksOf(keys)].map(({ file }) => file))

/** Measures all style sheets of a page together. */
async function stylesOf(keys: string[]): Promise<number> {
  const names = new Set([...chunksOf(keys)].flatMap(({ css = [] }) => css))
  const sheets = await Promise.all([...names].map((name) => readFile(join(webDist, 'client', name), 'utf8')))
  return compressed(sheets.join(''))
}

/** Lists the pages, with the kilobytes that each loads before it is interactive. lab/bench/first-load.ts uses the list. */
export const firstLoads: {
  page: string
  kind: keyof typeof budgets
  kilobytes: number
  budget: number
  files: number
  /** The numbers include the parts that the page requests as soon as it runs. The page is interactive without them. */
  filesWithParts: number
  kilobytesWithParts: number
  styles: number
  isOver: boolean
}[] = []

const tableOf = new Map(
  furtherTables.flatMap((table) =>
    (manifest[table]?.dynamicImports ?? []).map((key) => [manifest[key]?.file, table] as const),
  ),
)

/** Sizes are in kB. */
const row = (page: string, figures: readonly (string | number)[]): string =>
  [page.padEnd(24), ...figures.map((figure) => String(figure).padStart(10))].join(' ')
const inKilobytes = (bytes: number): string => (bytes / kilobyte).toFixed(1)

let failed = false
console.log(row('page', ['kB br', 'budget', 'files', 'with parts', 'files', 'styles']))
for (const key of Object.keys(manifest)
  .filter((name) => name.startsWith(pagesFolder))
  .sort()) {
  const name = basename(key, '.tsx')
  const kind = kinds[name] ?? 'signed-in'
  const budget = budgets[kind]
  const table = tableOf.get(manifest[key]?.file)
  const shown = [entry, ...(table === undefined ? [] : [table]), key]
  const files = filesOf(shown)
  const filesWithParts = filesOf([...shown, ...shown.flatMap((name) => manifest[name]?.firstWave ?? [])])
  const total = await sizeOf(files)
  const totalWithParts = await sizeOf(filesWithParts)
  const styles = await stylesOf(shown)
  const isOver = total > budget * kilobyte || styles > stylesBudget * kilobyte
  failed ||= isOver
  firstLoads.push({
    page: name,
    kind,
    budget,
    isOver,
    files: files.size,
    kilobytes: total / kilobyte,
    filesWithParts: filesWithParts.size,
    kilobytesWithParts: totalWithParts / kilobyte,
    styles: styles / kilobyte,
  })
  const withParts = [inKilobytes(totalWithParts), filesWithParts.size]
  const figures = [inKilobytes(total), budget, files.size, ...withParts, inKilobytes(styles)]
  console.log(`${row(name, figures)}${isOver ? '  over budget' : ''}`)
}
const first = filesOf([entry])
for (const [key, { file, isDynamicEntry }] of Object.entries(manifest)) {
  if (!isDynamicEntry || first.has(file)) continue
  await check(key, file, engineBudgets[key] ?? lazyBudget)
}
// The manifest does not list workers.
const assets = await readdir(join(webDist, 'client/assets'))
for (const file of assets) {
  const name = /^(.+\.worker)-[\w-]+\.js$/.exec(file)?.[1]
  if (name !== undefined) await check(name, `assets/${file}`, workerBudgets[name] ?? lazyBudget)
}

async function check(name: string, file: string, budget: number): Promise<void> {
  const size = await brotliSize(file)
  if (size <= budget * kilobyte) return
  failed = true
  console.log(
    `${name} alone is ${(size / kilobyte).toFixed(1)} kB, over the ${budget} of what is loaded later`,
  )
}
for (const problem of await tooNewIn(join(webDist, 'client'))) {
  console.log(`TOO NEW for the oldest supported browsers: ${problem}`)
  failed = true
}
if (failed) process.exitCode = 1
