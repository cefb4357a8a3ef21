/**
 * Checks that docs/scaling.md states how many rows each growing table gets and how long they stay. The manifest of a feature states
 * in `kept` how long the rows of its tables stay.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readMigratedSchema } from '../operator/migrated-schema.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '')

async function tablesOfManifests(): Promise<string[]> {
  const files = globSync('apps/server/src/features/*/*.tables.ts', { cwd: root })
  const modules = await Promise.all(
    files.map((path) => import(pathToFileURL(join(root, path)).href) as Promise<{ tables: object }>),
  )
  return modules.flatMap(({ tables }) => Object.keys(tables))
}

test('docs/scaling.md names every table once with how long its rows stay, unless its manifest does', async () => {
  const ofManifests = new Set(await tablesOfManifests())
  const tables = [...readMigratedSchema().tables.keys()].filter((table) => !ofManifests.has(table))
  expect(tables.length).toBeGreaterThan(50)

  const [, section = ''] = read('docs/scaling.md').split('## Tables and how long their rows stay')
  const listed = section
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => namesIn(line, /`(\w+)`/g))
    .filter((name) => name !== 'graphile_worker')
  expect(listed.toSorted()).toEqual(tables.toSorted())
})
