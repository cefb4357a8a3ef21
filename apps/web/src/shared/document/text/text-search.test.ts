import { expect, test } from 'vitest'
import { matchesIn } from './text-search.ts'

const piece = (str: string, hasEOL = false) => ({ str, hasEOL })

test('a search finds words without their case and accents, and names the part of the text', () => {
  const pieces = [piece('The Résumé: a '), piece('resume.')]
  expect(matchesIn(pieces, 'resume')).toEqual([
    [{ piece: 0, start: 4, end: 10 }],
    [{ piece: 1, start: 0, end: 6 }],
  ])
})

test('a search finds words over several pieces and lines, and with any number of spaces', () => {
  const pieces = [piece('undo the'), piece('', true), piece('last  com'), piece('mit')]
  expect(matchesIn(pieces, ' the last commit ')).toEqual([
    [
      { piece: 0, start: 5, end: 8 },
      { piece: 2, start: 0, end: 9 },
      { piece: 3, start: 0, end: 3 },
    ],
  ])
})

test('a search finds letters inside a ligature', () => {
  expect(matchesIn([piece('the of\u{fb01}ce')], 'office')).toEqual([[{ piece: 0, start: 4, end: 9 }]])
})

test('matches do not overlap, and an empty search finds nothing', () => {
  expect(matchesIn([piece('aaaa')], 'aa')).toHaveLength(2)
  expect(matchesIn([piece('aaaa')], '  ')).toEqual([])
})
