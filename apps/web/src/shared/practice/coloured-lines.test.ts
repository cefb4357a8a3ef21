import { expect, test } from 'vitest'
import { linesOf } from './coloured-lines.ts'

test('tokens over several lines are divided, and a last empty line stays', () => {
  const lines = linesOf([
    { text: 'a\nb ', kind: 'comment' },
    { text: 'c\n', kind: null },
  ])
  expect(lines).toEqual([
    [{ text: 'a', kind: 'comment' }],
    [
      { text: 'b ', kind: 'comment' },
      { text: 'c', kind: null },
    ],
    [],
  ])
})

test('empty code has one line', () => {
  expect(linesOf([{ text: '', kind: null }])).toEqual([[]])
})
