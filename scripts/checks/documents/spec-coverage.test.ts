/** Checks that tests prove each statement of docs/specification.md except its introduction and its entities. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addressesIn, quotedIn, statementsIn, statementsOf } from '../../spec-coverage/specification.ts'
import { readCoverageTable, type Row } from '../../spec-coverage/table.ts'
import { root, testFile, testsIn, type WrittenTest } from '../../spec-coverage/tests.ts'

const statements = statementsOf(readFileSync(join(root, 'docs/specification.md'), 'utf8'))
const rows = readCoverageTable()
const line = ({ heading, sentence }: { heading: string; sentence: string }) => `${heading} > ${sentence}`

const testOf = ({ file, test: title }: Row['proofs'][number]): WrittenTest | undefined =>
  testFile(file)?.tests.find((one) => one.title === title)

test('every statement of the specification is in the table, once, in order, and nothing else is', () => {
  expect(statements.length).toBeGreaterThan(280)
  expect(rows.map(line)).toEqual(statements.map(line))
})

test('every proof is a test that exists, runs and has exactly that name', () => {
  const broken = rows.flatMap((row) =>
    row.proofs
      .filter((proof) => testOf(proof)?.isSkipped !== false)
      .map(({ file, test: title }) => `${row.sentence}: ${file}: ${title}`),
  )
  expect(broken).toEqual([])
})

test('no statement is without a proof', () => {
  const open = rows.filter(({ proofs }) => proofs.length === 0)
  expect(open.map(line)).toEqual([])
})

/** Normalises a text of prose, strings, several lines and regular expressions. */
const plain = (text: string) =>
  text
    .replaceAll(/['"`]\s*\+\s*['"`]/g, '')
    .replaceAll('\\', '')
    .replaceAll(/\s+/g, ' ')

const sourceOf = (row: Row) => row.proofs.map((proof) => testOf(proof)?.source ?? '').join('\n')
/** Returns the tables, texts and steps outside of the tests of a row, in the files of these tests. */
const sharedBy = (row: Row) => row.proofs.map(({ file }) => testFile(file)?.shared ?? '').join('\n')

test('texts that a statement quotes are in its tests word for word, or its note says why not', () => {
  const missing = rows.flatMap((row) => {
    const said = plain(`${sourceOf(row)}\n${row.note}`)
    return quotedIn(row.sentence)
      .filter((text) => !said.includes(plain(text)))
      .map((text) => `${line(row)}: ${text}`)
  })
  expect(missing).toEqual([])
})

test('addresses that a statement names are used by its tests', () => {
  const missing = rows.flatMap((row) => {
    const said = plain(`${sourceOf(row)}\n${sharedBy(row)}`)
    return addressesIn(row.sentence)
      .filter((address) => !new RegExp(address.replaceAll(/\{\w+\}/g, '[^/\\s]+')).test(said))
      .map((address) => `${line(row)}: ${address}`)
  })
  expect(missing).toEqual([])
})

test('the specification is split at full stops and semicolons, never inside quotation marks or brackets', () => {
  expect(
    statementsIn("One. Two (a; b); the text 'Stop. You don't go; stay.' Four: 'x'. five. Not shown here:"),
  ).toEqual(['One.', 'Two (a; b);', "the text 'Stop. You don't go; stay.'", "Four: 'x'.", 'five.'])
  expect(quotedIn("'{title} has been added!' / 'No. You don't' ('a / bcd')")).toEqual([
    'has been added!',
    "No. You don't",
    'bcd',
  ])
  expect(addressesIn('to /course/{id}/manage, Next / Back, and/or GET {api host}/api/users/{id}')).toEqual([
    '/course/{id}/manage',
    '/users/{id}',
  ])
})

test('a test is parsed with its name, its table and its end', () => {
  const { tests, shared } = testsIn(
    [
      'const text = 1',
      "test('it\\'s one', () => {",
      '  expect(1).toBe(1)',
      '})',
      'test.each([',
      '  [1, 2],',
      "])('%s of many', () => {",
      '})',
      "test.describe('a group', () => {",
      "  test('of one', () => {})",
      '})',
      "test.skip('not run', () => {})",
      'const after = 2',
    ].join('\n'),
  )
  expect(tests.map(({ title, isSkipped }) => [title, isSkipped])).toEqual([
    ["it's one", false],
    ['%s of many', false],
    ['a group > of one', false],
    ['not run', true],
  ])
  expect(tests[1]?.source).toContain('[1, 2]')
  expect(shared).toContain('const after = 2')
})
