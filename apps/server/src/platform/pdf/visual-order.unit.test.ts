import { isolated } from '@apogee/domain/text/isolated-text.ts'
import { expect, test } from 'vitest'
import { inVisualOrder, piecesOf } from './visual-order.ts'

/** Returns the characters as they stand on paper, from left to right. */
const onPaper = (line: string): string =>
  inVisualOrder(piecesOf(line))
    .map(({ text }) => text)
    .join('')

const [alef, bet, gimel] = ['\u05d0', '\u05d1', '\u05d2']
const name = `${alef}${bet}${gimel}`
const turned = `${gimel}${bet}${alef}`

test.each([
  ['letters from left to right', 'Ali (2) b', 'Ali (2) b'],
  ['letters from right to left', `${name} ${name}`, `${turned} ${turned}`],
  ['a number behind a name', `${name} 2 Ali`, `Ali 2 ${turned}`],
  ['a number of several digits and its sign', `${name} 12.50`, `12.50 ${turned}`],
  ['a name in a sentence', `Kursus: ${name} 101 untuk`, `Kursus: 101 ${turned} untuk`],
  ['brackets around a name', `(${name})`, `(${turned})`],
  ['brackets within a name', `${name} (${name})`, `(${turned}) ${turned}`],
  ['an isolated name in a sentence', `by ${isolated(`${name} 2 Ali`)}, 7`, `by Ali 2 ${turned}, 7`],
  ['a mark on a letter', `${alef}\u05b8${bet}`, `${bet}${alef}\u05b8`],
  ['the end of an isolate that began on the line above', 'Ali\u2069, 7', 'Ali, 7'],
  ['nothing', '', ''],
])('%s stand in the order of UAX #9', (_, line, expected) => {
  expect(onPaper(line)).toBe(expected)
})
