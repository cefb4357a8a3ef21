import { expect, test } from 'vitest'
import { courseSearch, distance, literalSearch, nearSearch } from './search.rules.ts'
import { synonyms } from './search-synonyms.ts'

test('words are split at any space; an empty search looks for nothing', () => {
  expect(courseSearch('  ')).toBeNull()
  expect(courseSearch(undefined)).toBeNull()
  expect(courseSearch(' C#\u00A0 100% ')).toEqual({
    typed: ['C#', '100%'],
    words: ['C#', '100%'],
    expressions: [],
    meanings: [],
    candidates: [{ parts: 'C# 100%', shortWord: '' }],
  })
})

test('a literal search is one phrase, with one blank for any space', () => {
  expect(literalSearch(' \n ')).toBeNull()
  expect(literalSearch(' C#\u00A0 100% ')).toEqual({
    typed: ['C#', '100%'],
    words: ['C# 100%'],
    expressions: [],
    meanings: [],
    candidates: [{ parts: 'C# 100%', shortWord: '' }],
  })
})

test('a word finds its synonyms, a phrase is found with its words apart, and a short synonym as a whole word only', () => {
  expect(courseSearch('Pemasaran asas')).toEqual({
    typed: ['Pemasaran', 'asas'],
    words: ['asas'],
    expressions: ['pemasaran|marketing'],
    meanings: ['pemasaran', 'marketing'],
    candidates: [
      { parts: 'pemasaran asas', shortWord: '' },
      { parts: 'marketing asas', shortWord: '' },
    ],
  })
  const search = courseSearch('kecerdasan buatan')
  const [expression = ''] = search?.expressions ?? []
  const matches = (text: string) => new RegExp(expression).test(text)
  expect(
    ['buatan dan kecerdasan', 'ai untuk semua', 'all about ai!', 'artificial intelligence'].every(matches),
  ).toBe(true)
  expect(['training', 'maintain', 'buatan sendiri'].some(matches)).toBe(false)
  expect(search?.candidates).toContainEqual({ parts: '', shortWord: ' ai ' })
})

test('many words with synonyms look up a bounded number of combinations', () => {
  const search = courseSearch(synonyms.map(([first]) => first).join(' '))
  expect(search?.candidates.length).toBeLessThanOrEqual(8)
  expect(search?.words.length).toBeGreaterThan(10)
})

test('every synonym is written as it is compared, belongs to one meaning, and has others', () => {
  const all = synonyms.flat()
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((phrase) => !/^[a-z]+(?: [a-z]+)*$/.test(phrase))).toEqual([])
  expect(synonyms.filter((line) => line.length < 2)).toEqual([])
})

test.each([
  ['progaming', 'programming', 2],
  ['desgin', 'design', 1],
  ['', 'abc', 3],
  ['same', 'same', 0],
])('%s and %s differ by %i letters', (from, to, changes) => {
  expect(distance(from, to)).toBe(changes)
})

test('a near spelling replaces only unknown words, and only within one or two letters', () => {
  const known = new Map([
    ['Progaming', ['program', 'programming']],
    ['basics', ['basics', 'basis']],
    ['kafe', ['kafein']],
    ['wxyz', ['wide']],
  ])
  expect(nearSearch(['Progaming', 'basics'], known)).toBe('programming basics')
  expect(nearSearch(['kafe', 'wxyz', '2026'], known)).toBeNull()
})
