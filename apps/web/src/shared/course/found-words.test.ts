import { expect, test } from 'vitest'
import { foundPlaces } from './found-words.tsx'

const marked = (text: string, search: string) =>
  foundPlaces(text, search).map(([from, to]) => text.slice(from, to))

test.each([
  ['Statistics You Can Say Out Loud', 'statistic', ['Statistic']],
  ['Python for Spreadsheet Users', 'Spreadsheets, python', ['Python', 'Spreadsheet']],
  ['Kafé untuk semua', 'kafe', ['Kafé']],
  ['Selat Learning', 'learning', ['Learning']],
  ['Practical Machine Learning', 'machine learning', ['Machine Learning']],
  ['C# and C++ (again)', 'c# c++', ['C#', 'C++']],
])('in %s the search %s marks %o', (text, search, expected) => {
  expect(marked(text, search)).toEqual(expected)
})

test('a short word is marked only as a whole word, and words around the subject are not marked', () => {
  expect(marked('AI again: an e-mail on AI', 'AI')).toEqual(['AI', 'AI'])
  expect(marked('How you learn the guitar', 'how to learn the guitar')).toEqual(['guitar'])
})

test('overlapping places are one mark', () => {
  expect(marked('A workbook', 'workbook book work')).toEqual(['workbook'])
})
