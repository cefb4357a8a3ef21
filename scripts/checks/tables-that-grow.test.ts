/** docs/scaling.md states for every table how many rows it gets and how long they stay. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigratedSchema } from '../operator/migrated-schema.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '')

test('docs/scaling.md names every table once with how long its rows stay', () => {
  const tables = [...readMigratedSchema().tables.keys()]
  expect(tables.length).toBeGreaterThan(50)

  const [, section = ''] = read('docs/scaling.md').split('## Tables and how long their rows stay')
  const listed = section
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => namesIn(line, /`(\w+)`/g))
    .filter((name) => name !== 'graphile_worker')
  expect(listed.toSorted()).toEqual(tables.toSorted())
})
