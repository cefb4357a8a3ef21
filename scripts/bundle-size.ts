/**
 * First-load JavaScript and inline styles of each route, and each file that is loaded later, in brotli bytes, and the
 * number of files of a first load, from the build's manifest; fails above the budget.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { webDist } from './build-state.mjs'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isDynamicEntry?: boolean
  dynamicImports?: string[]
}

const kilobyte = 1000
const pagesFolder = 'src/app/pages/'
const entry = 'src/app/entry-client.tsx'
/** The table of all pages except the front pages; those pages wait for it too. */
const furtherTable = 'src/app/routes.tsx'
/** Workspace pages load it with their code. */
const deferredCalls = 'src/platform/deferred-calls.ts'

/**
 * Public pages must be light; forms contain their rules; signed-in people have the shell cached. Above 92 kB, public pages hold the
 * beginning of traces, the notice of a quiz that is answered without a connection, how long access to a course lasts, the
 * start that was chosen, that other courses come first, what loads the reader of a description with a form, the restart of a first
 * load that is invalidated, and what follows a token that another tab has renewed. Forms also hold the sentence about the terms,
 * and the rules of texts of one line.
 */
const budgets = { public: 93.9, forms: 122.8, 'signed-in': 136.8 } as const
/** Each file is a request. */
const mostFiles = { public: 13, forms: 19, 'signed-in': 41 } as const
/** Styles are in the document, before the first paint. */
const stylesBudget = 13
/** For code that a page loads after it is shown. */
const lazyBudget = 40
/**
 * What draws PDF files in browsers that show none themselves: most of it is pdf.js, which is one file for the page and one for its
 * worker, each with the code that older phones lack (docs/decisions/documents-on-phones.md).
 */
const engineBudgets: Record<string, number> = {
  'src/platform/document/engine.ts': 132,
  // hls.js, for videos in several qualities alone (docs/decisions/video-streams.md).
  '../../packages/ui/src/stream-engine.ts': 98,
  // The Malay texts of all screens of learners, in one request.
  'src/app/texts/learning.ms.ts': 45.8,
  // Those of sellers, and of superadmins, whose platform page has nine tabs.
  'src/app/texts/selling.ms.ts': 41.5,
  // Temml, where a text has a formula (docs/decisions/lesson-texts.md).
  'src/platform/lesson-text/formula.ts': 52,
  // ProseMirror (docs/decisions/lesson-texts.md).
  'src/features/lesson-texts/components/text-editor.tsx': 80,
}
// SQLite, and what loads Python (docs/decisions/practice.md).
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
      'contact',
    ].map((name) => [name, 'forms']),
  ),
}

const manifest = JSON.parse(await readFile(join(webDist, 'client/.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>
const sizes = new Map<string, number>()

const compressed = (content: string | Buffer): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

async function brotliSize(file: string): Promise<number> {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const path = join(webDist, 'client', file)
  // The build has compressed all but the smallest files with the same quality, and serves them so.
  const built = await stat(`${path}.br`).catch(() => null)
  const size = built?.size ?? compressed(await readFile(path))
  sizes.set(file, size)
  return size
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

/** The page's sheets as one. */
async function stylesOf(keys: string[]): Promise<number> {
  const names = new Set([...chunksOf(keys)].flatMap(({ css = [] }) => css))
  const sheets = await Promise.all([...names].map((name) => readFile(join(webDist, 'client', name), 'utf8')))
  return compressed(sheets.join(''))
}

/** Each page with its kilobytes before it is interactive, for bench/first-load.ts. */
export const firstLoads: {
  page: string
  kind: keyof typeof budgets
  kilobytes: number
  budget: number
  files: number
  mostFiles: number
  styles: number
  isOver: boolean
}[] = []

let failed = false
console.log(
  `${'page'.padEnd(20)} ${'kB br'.padStart(7)} ${'budget'.padStart(7)} ${'files'.padStart(7)} ${'styles'.padStart(7)}`,
)
for (const key of Object.keys(manifest)
  .filter((name) => name.startsWith(pagesFolder))
  .sort()) {
  const name = key.slice(pagesFolder.length).replace(/\.tsx$/, '')
  const kind = kinds[name] ?? 'signed-in'
  const budget = budgets[kind]
  let total = 0
  const table = manifest[furtherTable]?.dynamicImports?.includes(key) ? [furtherTable] : []
  const calls = kinds[name] === undefined ? [deferredCalls] : []
  const files = filesOf([entry, ...table, ...calls, key])
  for (const file of files) total += await brotliSize(file)
  const styles = await stylesOf([entry, ...table, key])
  const isOver = total > budget * kilobyte || files.size > mostFiles[kind] || styles > stylesBudget * kilobyte
  failed ||= isOver
  firstLoads.push({
    page: name,
    kind,
    budget,
    isOver,
    files: files.size,
    mostFiles: mostFiles[kind],
    kilobytes: total / kilobyte,
    styles: styles / kilobyte,
  })
  console.log(
    `${name.padEnd(20)} ${(total / kilobyte).toFixed(1).padStart(7)} ${String(budget).padStart(7)} ${String(files.size).padStart(7)} ${(styles / kilobyte).toFixed(1).padStart(7)}${isOver ? '  over budget' : ''}`,
  )
}
const first = filesOf([entry])
for (const [key, { file, isDynamicEntry }] of Object.entries(manifest)) {
  if (!isDynamicEntry || first.has(file)) continue
  await check(key, file, engineBudgets[key] ?? lazyBudget)
}
// Workers are not in the manifest.
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
if (failed) process.exitCode = 1
