import { expect, test } from 'vitest'
import { newLineAfter } from './insert-text.ts'

test.each([
  ['total = 0', ''],
  ['    total = 0', '    '],
  ['def total(rows):', '    '],
  ['    for row in rows:  # each', '        '],
  ['const total = (rows) => {', '  '],
  ['  CREATE TABLE sales (', '    '],
  ['', ''],
])('after %j the next line begins with %j', (line, indentation) => {
  expect(newLineAfter(line)).toBe(indentation)
})
