/** Checks that the documentation agrees with the repository: citations lead somewhere, and terms exist. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, brokenCitations, type Tree } from '../../docs/citations.ts'
import { readMigratedSchema } from '../../operator/migrated-schema.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
/** These paths exist only after a build, a download or a start of the server. */
const notOurs = new Set([
  'node_modules',
  '.git',
  'dist',
  'data',
  'coverage',
  'test-results',
  'playwright-report',
])

function pathsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .flatMap((entry) => {
      const path = relative(root, join(root, folder, entry.name))
      return entry.isDirectory() ? [path, ...pathsBelow(path)] : [path]
    })
}

const paths = pathsBelow('.')
const pages = new Map(paths.filter((path) => path.endsWith('.md')).map((path) => [path, read(path)]))
const tree: Tree = { paths: new Set(paths), pages }
/**
 * Returns true for courses of the demo school and their media. Courses about Markdown and Git name files that do not exist here.
 */
const isDemoContent = (path: string) => /^(?:content\/demo-school\/courses|scripts\/demo-media)\//.test(path)

test('every citation in code, tests, SQL and documentation leads to a page and a heading that exist', () => {
  const cited = paths.filter((path) => /\.(?:[cm]?[jt]sx?|sql|css|md)$/.test(path) && !isDemoContent(path))
  expect(cited.length).toBeGreaterThan(1000)
  const others = cited.filter((path) => !/^scripts\/(?:docs|checks\/documents\/docs)/.test(path))
  const broken = others.flatMap((path) => brokenCitations({ path, text: read(path) }, tree))
  expect(broken).toEqual([])
})

test('a citation of a missing page, a missing heading or a section number is reported', () => {
  const small: Tree = {
    paths: new Set(['docs/chip.md', 'docs', 'README.md', 'apps/web']),
    pages: new Map([['docs/chip.md', '# CHIP\n\n## Due time\n\n## `due` & (more)\n\n## Due time\n']]),
  }
  const broken = (path: string, text: string) => brokenCitations({ path, text }, small)
  expect([...anchorsOf(small.pages.get('docs/chip.md') ?? '')]).toEqual([
    'chip',
    'due-time',
    'due--more',
    'due-time-1',
  ])
  expect(broken('a.ts', '// docs/chip.md#due-time, docs/chip.md, RFC 9110 §14.2, W3C WebVTT §4')).toEqual([])
  expect(broken('a.ts', '// docs/chip.md#fees')).toEqual(['a.ts:1: docs/chip.md#fees'])
  expect(broken('a.ts', '\n// docs/money.md')).toEqual(['a.ts:2: docs/money.md'])
  expect(broken('a.ts', '// chip.md §2')).toEqual(['a.ts:1: §2', 'a.ts:1: chip.md'])
  expect(broken('a.ts', '// design §5.1')).toEqual(['a.ts:1: §5.1'])
  expect(broken('docs/x.md', '[a](chip.md#due-time) `apps/web` [b](https://x.test/y.md)')).toEqual([])
  expect(broken('docs/x.md', '[a](chip.md#fees) [b](gone.md) `apps/gone.ts`')).toEqual([
    'docs/x.md:1: apps/gone.ts',
    'docs/x.md:1: chip.md#fees',
    'docs/x.md:1: gone.md',
  ])
})

/** Returns all code of the product and its tests as one text. */
const sources = (): string =>
  paths
    .filter((path) => /^(?:apps|packages)\/.*\.tsx?$/.test(path))
    .map(read)
    .join('\n')

test('every answer to "Where is it decided?" is a file that contains the named symbols', () => {
  const answers = read('docs/where-is-it-decided.md')
    .split('\n')
    .filter((line) => line.startsWith('- '))
  expect(answers.length).toBeGreaterThan(150)
  const wrong = answers.filter((answer) => {
    const [, path = '', symbols = ''] = /\?.* `([\w./-]+\.[\w.-]+)`((?: `\w+`)+)$/.exec(answer) ?? []
    if (!tree.paths.has(path)) return true
    const text = read(path)
    return [...symbols.matchAll(/\w+/g)].some(([symbol]) => !new RegExp(`\\b${symbol}\\b`).test(text))
  })
  expect(wrong).toEqual([])
})

/** Matches a table that a measurement writes into its page. Its length is not an author's choice. */
const measured = /<!-- bench: .*?<!-- end -->/gs
const wordsOf = (path: string): number =>
  read(path).replaceAll(measured, '').split(/\s+/).filter(Boolean).length

test('the README has at most 60 lines, and the pages of docs at most 57,500 words of their authors', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  const documents = paths.filter((path) => /^docs\/.*\.\w+$/.test(path) && !path.startsWith('docs/images/'))
  const [decisions, others] = [true, false].map((isDecision) =>
    documents
      .filter((path) => path.startsWith('docs/decisions/') === isDecision)
      .reduce((sum, path) => sum + wordsOf(path), 0),
  )
  expect(others).toBeLessThanOrEqual(45_000)
  expect((decisions ?? 0) + (others ?? 0)).toBeLessThanOrEqual(57_500)
})

/** Matches commands of other programs, and texts that the kernel or Node writes. */
const notOurText = /^(?:npm|systemctl|heap) /

test('every line of the log that runbooks and the manual quote is in the code of the server', () => {
  const quoted = ['docs/runbooks.md', 'docs/operations.md'].flatMap((page) =>
    [...read(page).matchAll(/`([a-z][a-z,]+(?: [a-zA-Z_,]+){2,})`/g)].map(([, text = '']) => text),
  )
  const ours = quoted.filter((text) => !notOurText.test(text))
  expect(ours.length).toBeGreaterThan(15)
  const code = sources()
  expect(ours.filter((text) => !code.includes(text))).toEqual([])
})

test('every text that CONTRIBUTING tells the reader to search for is in the code', () => {
  const searched = [...read('CONTRIBUTING.md').matchAll(/`git grep -l?n (?:"([^"]+)"|(\w+))/g)]
  expect(searched.length).toBeGreaterThan(5)
  const code = sources()
  const missing = searched
    .map(([, quoted, word]) => quoted ?? word ?? '')
    .filter((text) => !code.includes(text))
  expect(missing).toEqual([])
})

test('every table, column and type that the glossary names exists', () => {
  const { tables, views } = readMigratedSchema()
  const code = sources()
  const rows = read('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('- **'))
  expect(rows.length).toBeGreaterThan(80)
  const named = rows.flatMap((row) => {
    const [, cell = ''] = /\(([^()]*)\)$/.exec(row) ?? []
    return [...cell.matchAll(/`([a-z_]+(?:\.[a-z_]+)?|[A-Z]\w+|[a-z]+[A-Z]\w+)`/g)].map(([, name = '']) => ({
      row,
      name,
    }))
  })
  const missing = named.filter(({ row, name }) => {
    const [table = '', column] = name.split('.')
    if (column !== undefined) return !tables.get(table)?.has(column)
    if (
      tables.has(name) ||
      views.has(name) ||
      new RegExp(`\\b(?:interface|type|const|class|function) ${name}\\b`).test(code)
    )
      return false
    // A row also names values of a column or table before them: '`payments.outcome` = `settled`', 'of kind `receipt`'.
    return !new RegExp(`(?:=|of kind|LedgerKind\`|,) \`${name}\``).test(row)
  })
  expect(missing.map(({ name }) => name)).toEqual([])
})

/** Returns the folders that are in the first column of a table of the repository's folders. */
const foldersIn = (page: string): string[] => {
  const [, map = ''] = /## (?:The map|Map)\n+```\n([^`]*)```/.exec(read(page)) ?? []
  return map
    .split('\n')
    .filter((line) => /^\S/.test(line))
    .flatMap((line) => (/^\S+(?: · \S+)*/.exec(line)?.[0] ?? '').split(' · '))
}

test.each(['README.md', 'CONTRIBUTING.md'])('the map of %s names each folder of the repository', (page) => {
  const named = foldersIn(page)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((path) => !paths.includes(path))).toEqual([])
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !notOurs.has(entry.name))
    .map((entry) => entry.name)
  const isNamed = (folder: string) => named.some((path) => path.split('/')[0] === folder)
  expect(folders.filter((folder) => !isNamed(folder))).toEqual([])
})
