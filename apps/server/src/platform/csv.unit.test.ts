import { expect, test } from 'vitest'
import { csvFile, csvLine, csvText } from './csv.ts'

test.each([
  [['a', 1, null, 'b'], 'a,1,,b\r\n'],
  [['Hakim, Farid', 'says "hi"', 'two\nlines'], '"Hakim, Farid","says ""hi""","two\nlines"\r\n'],
  [[' spaced '], '" spaced "\r\n'],
  [['Café ☕ 学校'], 'Café ☕ 学校\r\n'],
])('%j is one RFC 4180 record', (values, line) => {
  expect(csvLine(values)).toBe(line)
})

test.each([
  '=1+1',
  '+60123',
  '-2',
  '@SUM(A1)',
  '\tx',
  '\rx',
  ' =1',
  '＝1',
  '\u0000=1',
  '=HYPERLINK("http://x","y")',
])('%j does not start a formula', (text) => {
  const bare = csvLine([text]).replace(/^"/, '')
  expect(bare.startsWith(`'${text.slice(0, 1)}`)).toBe(true)
})

test('a number may be negative', () => {
  expect(csvLine([-5])).toBe('-5\r\n')
  expect(csvLine([{ cents: -1250 }, { cents: 5 }])).toBe('-12.50,0.05\r\n')
})

test('the file starts with a byte order mark, and is sent in its chunks', async () => {
  async function* batches() {
    yield [['a'], ['b']]
    yield []
    yield [['c']]
  }
  const pieces = []
  for await (const piece of csvFile(['Letter'], batches())) pieces.push(piece)
  expect(pieces).toEqual(['\uFEFFLetter\r\na\r\nb\r\n', 'c\r\n'])
})

test('a file without rows has its header', async () => {
  async function* nothing() {}
  const pieces = []
  for await (const piece of csvFile(['Letter'], nothing())) pieces.push(piece)
  expect(pieces).toEqual(['\uFEFFLetter\r\n'])
})

test('every row has as many cells as the file has headings', () => {
  expect(csvText(['Day', 'Orders', 'Sales'], [['2026-11-24'], ['2026-11-25', 1, 2]])).toBe(
    '\uFEFFDay,Orders,Sales\r\n2026-11-24,,\r\n2026-11-25,1,2\r\n',
  )
  expect(() => csvText(['Day'], [['2026-11-24', 1]])).toThrow('a row of 2 cells under 1 headings')
})
