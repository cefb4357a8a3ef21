/**
 * Checks that code compares, sorts and cuts texts of people only by packages/domain/src/text/human-text.ts and cut-text.ts. Without
 * them, PostgreSQL ignores case only for ASCII letters, and a cut by characters divides an emoji or separates a letter from its
 * accent.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'packages'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /^(?:apps\/[^/]+|packages\/[^/]+)\/src\/.*\.tsx?$/.test(file))
  .filter((file) => !/\.test\.|testing|chip-simulator|local-postgres/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const found = (expression: RegExp) =>
  files.flatMap(({ file, text }) => [...text.matchAll(expression)].map(([match]) => `${file}: ${match}`))

test('searches compare the form of a text; addresses and numbers are ASCII', () => {
  const plain = found(/\S+ ILIKE \S+|position\(lower\([^\n]*|strpos\(lower\([^\n]*/g)
  expect(
    plain.filter((match) => !/: (?:[(]*\w+\.(?:contact_)?email::text|'0'\)) ILIKE /.test(match)),
  ).toEqual([])
})

test('lists are sorted by the form of names and titles', () => {
  expect(found(/ORDER BY lower\([^\n]*/g)).toEqual([])
})

test('texts are cut between the signs that people see', () => {
  const cuts = found(/\.slice\(0, [^()\n]*(?:\([^()\n]*\))?[^()\n]*\)\s*\.toWellFormed\(\)/g)
  expect(cuts.filter((match) => !match.startsWith('packages/domain/src/text/cut-text.ts'))).toEqual([])
})
