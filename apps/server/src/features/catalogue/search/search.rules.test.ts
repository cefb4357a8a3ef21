import { fillers, wordsIn } from '@apogee/domain/text/search-words.ts'
import { expect, test } from 'vitest'
import { courseSearch, literalSearch, possibleNames } from './search.rules.ts'
import { distance } from '@apogee/domain/text/near-spelling.ts'
import { nearSearch } from './near-spelling.rules.ts'
import { meanings } from './search-synonyms.ts'

const candidate = (parts: string, others = {}) => ({ parts, shortWord: '', facet: '', ...others })
/** Tells whether a text in the compared form matches all terms of the search. */
const matches = (search: string, text: string) => {
  const { words = [], terms = [] } = courseSearch(search) ?? {}
  return (
    words.every((word) => text.includes(word)) &&
    terms.every(({ expression }) => new RegExp(expression).test(text))
  )
}

test('an empty search and a search of blanks look for nothing', () => {
  for (const search of [undefined, '', ' \n ']) {
    expect(courseSearch(search)).toBeNull()
    expect(literalSearch(search)).toBeNull()
  }
})

test('a literal search is one phrase, with one blank for any space', () => {
  expect(literalSearch(' C#\u00A0 100% ')).toMatchObject({
    phrase: 'C# 100%',
    words: [],
    terms: [],
    candidates: [candidate('C# 100%')],
  })
})

test.each([
  ['Python,', ['python']],
  ['"quoted" (text)', ['quoted', 'text']],
  ['C# / c++ & .NET!', ['c#', 'c++', '.net']],
  ['ui/ux 100%', ['ui', 'ux', '100%']],
  ['CAFÉ — e-mel', ['cafe', 'e-mel']],
  ['?!', []],
])('the words of %s are folded and have no punctuation around them', (search, words) => {
  expect(wordsIn(search)).toEqual(words)
})

test('punctuation alone is searched literally', () => {
  expect(courseSearch('?!')).toEqual(literalSearch('?!'))
})

test('words around a subject are left out, and searched when nothing else is typed', () => {
  expect(courseSearch('How to learn the guitar?')?.words).toEqual(['guitar'])
  expect(courseSearch('belajar gitar untuk pemula')?.words).toEqual(['gitar'])
  expect(courseSearch('online courses')?.words).toEqual(['online', 'cours'])
  expect(courseSearch('machine learning')?.terms).toHaveLength(1)
})

test('a word is found in the singular and in the plural, and a short word only where a word begins', () => {
  for (const [search, text] of [
    ['turtles sea', 'a turtle in the sea'],
    ['category trees', 'categories of a tree'],
    ['boxes wood', 'a box of wood'],
    ['map roads', 'maps and a road'],
    ['ads road', 'an ad on the road'],
  ] as const)
    expect(matches(search, text), search).toBe(true)
  expect(matches('art roads', 'a start on the road')).toBe(false)
  expect(matches('art roads', 'articles on the road')).toBe(true)
})

test('a phrase is found with its words apart, and a short synonym as a whole word only', () => {
  for (const text of ['buatan dan kecerdasan', 'ai untuk semua', 'all about ai!', 'artificial intelligence'])
    expect(matches('kecerdasan buatan', text), text).toBe(true)
  for (const text of ['training', 'maintain', 'buatan sendiri'])
    expect(matches('kecerdasan buatan', text), text).toBe(false)
  const candidates = courseSearch('kecerdasan buatan')?.candidates
  expect(candidates).toContainEqual(candidate('', { shortWord: ' ai ' }))
  expect(candidates).toContainEqual(candidate('', { facet: '=AI & ML' }))
})

test('signs of expressions are only themselves', () => {
  expect(matches('c++ (.*) [a] \\d$', 'c')).toBe(false)
  expect(matches('c++ basics', 'c++ and more')).toBe(true)
})

test('a name of two letters counts only beside another word of the same name', () => {
  const owner = { teachers: [7], sellers: [] }
  const found = new Map([
    ['ai', owner],
    ['ling', owner],
  ])
  expect(courseSearch('ai', new Map([['ai', owner]]))?.named.teachers).toEqual([])
  expect(courseSearch('ai ling', found)?.named.teachers).toEqual([7])
  expect(courseSearch('ai ling batik', found)?.named.teachers).toEqual([])
  expect(possibleNames('Kursus Dr. Ai Ling: batik')).toEqual(['ai', 'ling', 'batik'])
})

test('an owner is one way to match a word, and the other words still narrow the candidates', () => {
  const owners = { teachers: [7], sellers: [3] }
  const search = courseSearch('ling batik', new Map([['ling', owners]]))
  expect(search?.terms).toEqual([{ expression: 'ling', facets: [], owners }])
  expect(search?.words).toEqual(['batik'])
  expect(search?.candidates).toEqual([candidate('ling batik')])
})

test('many words with synonyms look up a bounded number of combinations', () => {
  const search = courseSearch(meanings.map(({ words: [first = ''] }) => first).join(' '))
  expect(search?.candidates.length).toBeLessThanOrEqual(20)
  expect(search?.terms.length).toBeLessThanOrEqual(6)
  expect(search?.words.length).toBeGreaterThan(10)
})

test('every synonym is written as it is compared and belongs to one meaning, and its candidates are within their bound', () => {
  const all = meanings.flatMap(({ words }) => words)
  expect(all.filter((phrase, place) => all.indexOf(phrase) !== place)).toEqual([])
  expect(all.filter((phrase) => !/^[a-z0-9]+(?:[ -][a-z0-9]+)*$/.test(phrase))).toEqual([])
  expect(meanings.filter(({ words, category }) => words.length < 2 && !category)).toEqual([])
  expect(all.filter((phrase) => fillers.has(phrase))).toEqual([])
  for (const phrase of all) expect(courseSearch(phrase)?.candidates.length, phrase).toBeGreaterThan(0)
})

test.each([
  ['progaming', 'programming', 2],
  ['desgin', 'design', 1],
  ['', 'abc', 3],
  ['same', 'same', 0],
])('%s and %s differ by %i letters', (from, to, changes) => {
  expect(distance(from, to)).toBe(changes)
})

const similar = (texts: string[], names: string[] = []) => ({ texts, names })

test('a near spelling replaces only unknown words, and only within one or two letters', () => {
  const known = new Map([
    ['progaming', similar(['program', 'programming'])],
    ['basics', similar(['basics', 'basis'])],
    ['kafe', similar(['kafein'])],
    ['wxyz', similar(['wide'])],
  ])
  expect(nearSearch(['progaming', 'basics'], known)).toBe('programming basics')
  expect(nearSearch(['kafe', 'wxyz', '2026'], known)).toBeNull()
})

test('letters in another order, the beginning of a name and a word of the same family are near', () => {
  const near = (word: string, texts: string[], names: string[] = []) =>
    nearSearch([word], new Map([[word, similar(texts, names)]]), new Set(['marketing']))
  expect(near('phyton', ['photos', 'python'])).toBe('python')
  expect(near('kavi', ['cave'], ['menon', 'kavitha'])).toBe('kavitha')
  expect(near('freelancing', ['free', 'freelancers'])).toBe('freelancers')
  expect(near('branching', [])).toBe('branch')
  expect(near('marketting', [])).toBe('marketing')
  expect(near('marketing', ['market'])).toBeNull()
})
