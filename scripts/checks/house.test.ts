/** Checks rules of the architecture that imports do not show. oxlint.config.ts checks those that imports show. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const tables = filesBelow('apps/server/migrations').flatMap((file) =>
  [...read(file).matchAll(/^CREATE TABLE (\w+)/gim)].map(([, table]) => table ?? ''),
)
const writes =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)|(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/g

function writersByTable(): Map<string, string[]> {
  const writers = new Map<string, string[]>()
  const sources = filesBelow('apps/server/src').filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|testing/.test(file),
  )
  for (const file of sources) {
    const written = new Set([...read(file).matchAll(writes)].map((match) => match[1] ?? match[2] ?? ''))
    for (const table of tables.filter((one) => written.has(one)))
      writers.set(table, [...(writers.get(table) ?? []), file])
  }
  return writers
}

test('each table has one writing store', () => {
  const writers = writersByTable()
  expect(writers.size).toBeGreaterThan(20)
  expect([...writers].filter(([, files]) => files.length > 1)).toEqual([])
})

const relativeImport = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^'?]+)/g

test('a file imports another feature by its name, never by a relative path, which the import rules do not see', () => {
  const outside = ['apps/server/src/features', 'apps/web/src/features'].flatMap((features) =>
    filesBelow(features)
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.testing.'))
      .flatMap((file) => {
        const own = `${features}/${file.slice(features.length + 1).split('/')[0]}/`
        return [...read(file).matchAll(relativeImport)]
          .filter(([, path = '']) => !join(dirname(file), path).startsWith(own))
          .map(([, path]) => `${file}: ${path}`)
      }),
  )
  expect(outside).toEqual([])
})

test('no file has a generic name such as utils', () => {
  const sources = ['apps', 'packages', 'scripts', 'lab', 'e2e'].flatMap(filesBelow)
  expect(sources.filter((file) => /(?:^|[/.-])(?:utils?|helpers?|common|misc)\.\w+$/.test(file))).toEqual([])
})

const pictureWord = /^(?:desks?|doors?|gone|keepers?|lies|said|told)$/i
const wordsOf = (name: string): string[] => name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/)
const hasPictureWord = (name: string): boolean => wordsOf(name).some((word) => pictureWord.test(word))

test('no file and no exported name describes its content with an image', () => {
  const sources = ['apps', 'packages', 'scripts', 'lab', 'e2e']
    .flatMap(filesBelow)
    .filter((file) => /\.tsx?$/.test(file))
  const exported = sources.flatMap((file) =>
    [...read(file).matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  )
  expect(exported.length).toBeGreaterThan(1000)
  expect([...sources, ...exported].filter(hasPictureWord)).toEqual([])
})

test('no client of TLS leaves certificates unchecked', () => {
  const unchecked = /rejectUnauthorized|checkServerIdentity|NODE_TLS_REJECT_UNAUTHORIZED|requireTLS:\s*false/
  const sources = ['apps/server/src', 'packages', 'bin', 'ops'].flatMap(filesBelow)
  expect(sources.length).toBeGreaterThan(1000)
  // This file names the variables below only to refuse them.
  const refusing = 'apps/server/src/app/config/config-live.ts'
  const product = sources.filter((file) => !/\.test\.ts$|testing/.test(file) && file !== refusing)
  expect(product.filter((file) => unchecked.test(read(file)))).toEqual([])
})

test('every command that starts the product gives Node the same flags', () => {
  const places = [
    'package.json',
    'bin/apogee',
    'playwright.config.ts',
    'lab/attacks/support/target.ts',
    'lab/bench/support/forked-server.ts',
    'lab/bench/support/server-process.ts',
  ]
  const flagsOf = (place: string) =>
    read(place)
      .matchAll(/--(?:max-semi-space-size|no-parallel-scavenge|heap-growing-percent)[=\w]*/g)
      .map(([flag]) => flag)
      .toArray()
  const [first = '', ...others] = places
  expect(flagsOf(first)).toHaveLength(3)
  for (const place of others) expect([place, flagsOf(place)]).toEqual([place, flagsOf(first)])
})

test('each property of an element stands in its own attribute, not in a spread object literal', () => {
  const screens = ['apps/web', 'packages/ui'].flatMap(filesBelow).filter((file) => file.endsWith('.tsx'))
  expect(screens.length).toBeGreaterThan(500)
  expect(screens.filter((file) => read(file).includes('{...{'))).toEqual([])
})

test('text is never put into a document as HTML by the client', () => {
  const asHtml = /dangerouslySetInnerHTML|\.(?:innerHTML|outerHTML)\s*=|insertAdjacentHTML|document\.write\(/
  const sources = filesBelow('apps/web/src').filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => asHtml.test(read(file)))).toEqual([])
})

test('the length of a GCM tag is fixed where something is sealed or opened: Node takes shorter ones otherwise', () => {
  const sources = ['apps', 'packages', 'scripts', 'bin', 'lab', 'ops']
    .flatMap(filesBelow)
    .filter((file) => !file.includes('/dist/'))
  const calls = sources
    .filter((file) => /\.(?:ts|tsx|mjs|js)$/.test(file) && !file.startsWith('scripts/checks/house'))
    .flatMap((file) =>
      [...read(file).matchAll(/\bcreate(?:De|C)ipheriv\(([\s\S]{0,160})/g)].map(([, call = '']) => ({
        file,
        call,
      })),
    )
  expect(calls.length).toBeGreaterThan(1)
  expect(calls.filter(({ call }) => !call.includes('authTagLength')).map(({ file }) => file)).toEqual([])
})
