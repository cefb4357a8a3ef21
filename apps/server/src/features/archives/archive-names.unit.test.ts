import { expect, test } from 'vitest'
import { storableTitle } from './archive-names.ts'

test.each([
  ['  Two\r\nlines ', 'Two lines'],
  ['Orbit \u202egpj', 'Orbit gpj'],
  ['\u3164\u200b', 'Untitled'],
  ['', 'Untitled'],
])('the words %j of a file become the title %s', (words, title) => {
  expect(storableTitle(words)).toBe(title)
})
