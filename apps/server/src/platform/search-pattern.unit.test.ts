import { expect, test } from 'vitest'
import { searchPattern } from './search-pattern.ts'

test.each([
  ['css', '%css%'],
  ['  css ', '%css%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['c:\\x', '%c:\\\\x%'],
  ['', null],
  ['   ', null],
  [undefined, null],
])('a search for %o matches %o', (text, pattern) => {
  expect(searchPattern(text)).toBe(pattern)
})
