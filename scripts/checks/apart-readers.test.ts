/**
 * Processes that read untrusted files start anew for each file. They must load neither the database nor the server, because each
 * start would take longer and a hostile file would reach more code (docs/decisions/untrusted-files.md).
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, type Node } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')
const ofTheServer = ['fastify', 'graphile-worker', 'kysely', 'pg']

const own: Readonly<Record<string, string>> = {
  '#server/': 'apps/server/src/',
  '@apogee/contracts/': 'packages/contracts/src/',
  '@apogee/domain/': 'packages/domain/src/',
}

/** Returns the path from the root, or the specifier of a package. */
function pathOf(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const prefix = Object.keys(own).find((one) => specifier.startsWith(one))
  return prefix === undefined ? specifier : specifier.replace(prefix, own[prefix] ?? '')
}

const sourceOf = (node: unknown): string | undefined => {
  const value = node && typeof node === 'object' && 'value' in node ? node.value : undefined
  return typeof value === 'string' ? value : undefined
}

/** Returns the modules that are loaded with the file at run time. Imports of types do not exist at run time. */
function loadedBy(file: string): string[] {
  const { program } = parse({ path: file, code: readFileSync(join(root, file), 'utf8') })
  const statements = program['body'] as Node[]
  return statements.flatMap((statement) => {
    const isType = statement['importKind'] === 'type' || statement['exportKind'] === 'type'
    const specifier = isType ? undefined : sourceOf(statement['source'])
    return specifier === undefined ? [] : pathOf(specifier, file)
  })
}

/** Returns the chain of imports from the reader to a package of the server, or an empty list. */
function wayToServer(reader: string): string[] {
  const ways = new Map([[reader, [reader]]])
  for (const [file, way] of ways) {
    if (ofTheServer.includes(file)) return way
    if (!file.endsWith('.ts')) continue
    for (const next of loadedBy(file)) if (!ways.has(next)) ways.set(next, [...way, next])
  }
  return []
}

/** Finds the modules that start as a process or a worker of their own. */
const readers = globSync('apps/server/src/{adapters,features,platform}/**/*.ts', { cwd: root })
  .filter((file) => !/\.(?:test|testing)\.ts$/.test(file))
  .flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return [...code.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)].map(([, path = '']) =>
      join(dirname(file), path),
    )
  })

test('the processes that read untrusted files are found', () => {
  expect(readers).toContain('apps/server/src/features/archives/archive-child.ts')
  expect(readers.length).toBeGreaterThan(4)
})

test.each(readers)('%s loads neither the database nor the server', (reader) => {
  expect(wayToServer(reader)).toEqual([])
})
