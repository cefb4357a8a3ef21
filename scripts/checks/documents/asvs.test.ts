import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/asvs.md', 'utf8')
const verdicts = ['met', 'part', 'gap', 'deviation', 'operator', 'none']

interface Row {
  id: string
  level: string
  what: string
  verdict: string
  where: string
}

const levelOf = (first: string | undefined): string => (first === undefined ? '2' : '1')

/** Returns one row for each requirement of a line. A line of requirements that concern no part of the product has several. */
function rowsOf(line: string): Row[] {
  const [, list] = /^- none: (.*)$/.exec(line) ?? []
  if (list !== undefined)
    return [...list.matchAll(/(\d[\d.]+)( \(1\))? ([^;]+)/g)].map(([, id = '', first, what = '']) => {
      return { id, level: levelOf(first), what, verdict: 'none', where: '' }
    })
  const [, id, first, verdict = 'met', text = ''] = /^- ([\d.]+)( \(1\))?(?: (\w+))?: (.*)$/.exec(line) ?? []
  if (id === undefined) return []
  const end = text.indexOf('. ')
  return [{ id, level: levelOf(first), what: text.slice(0, end), verdict, where: text.slice(end + 2) }]
}

const rows = page.split('\n').flatMap(rowsOf)

/**
 * Each number is the count of requirements of levels 1 and 2 in a chapter of ASVS 5.0.0, from its table 5.0.0_en.csv. Requirements
 * of level 3 leave gaps in the numbering.
 */
const counts = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test('every requirement of levels 1 and 2 has one row', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const found = counts.map((_, chapter) => rows.filter(({ id }) => id.startsWith(`${chapter + 1}.`)).length)
  expect(found).toEqual(counts)
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183)
})

test('every row has a verdict, and its files exist', () => {
  expect(rows.filter(({ verdict, what }) => !verdicts.includes(verdict) || what === '')).toEqual([])
  const named = rows.flatMap(({ id, where }) =>
    [...where.matchAll(/`((?:apps|packages|docs|scripts|e2e|ops)\/[^`]+)`/g)].map(([, file = '']) => ({
      id,
      file,
    })),
  )
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ file }) => !existsSync(file))).toEqual([])
})

test('a requirement that is met or done by the operator names a file, and one that is not met says why', () => {
  const files = (where: string) => /`(?:apps|packages|docs|scripts|e2e|ops)\//.test(where)
  const proven = rows.filter(({ verdict }) => ['met', 'operator'].includes(verdict))
  expect(proven.filter(({ where }) => !files(where))).toEqual([])
  const others = rows.filter(({ verdict }) => ['part', 'gap', 'deviation'].includes(verdict))
  expect(others.filter(({ where }) => where === '' || where.startsWith('`apps'))).toEqual([])
})

test('the sums are right', () => {
  const sums = verdicts.map((verdict) => `${rows.filter((row) => row.verdict === verdict).length} ${verdict}`)
  expect(page).toContain(`Of ${rows.length}: ${sums.join(', ')}.`)
})
