import { expect, test } from 'vitest'
import { nearTyped, snippetOf, typedSearch, wordsOf, wordsSearch } from './lesson-search.rules.ts'

const lines = (...forms: string[]) => forms.map((form) => ({ form }))
const near = (typed: string, ...forms: string[]) => nearTyped(typed, [wordsOf(lines(...forms))])

test('a near spelling replaces only words that the course does not have', () => {
  expect(near('meidan of numbres', 'the median of numbers')).toBe('median of numbers')
  expect(near('median', 'the median')).toBeNull()
  expect(near('medi', 'the median')).toBeNull()
  expect(near('xqzzw', 'the median')).toBeNull()
  expect(near('teh', 'the')).toBeNull()
})

test('a search with many unknown words is not compared with similar words', () => {
  const typed = ['meidan', 'numbres', 'varience', 'averge', 'sampel', 'porbability', 'estimat'].join(' ')
  expect(near(typed, 'median numbers variance average sample probability')).toBeNull()
})

test('words of a line may stand apart, and a sign of a pattern is only itself', () => {
  expect(wordsSearch('orbit period').matches('the period of an orbit')).toBe(true)
  expect(wordsSearch('orbit period').matches('an orbit')).toBe(false)
  expect(wordsSearch('c++ (.*)').matches('c')).toBe(false)
  expect(typedSearch(' ÇA  va ').matches('ca va')).toBe(true)
})

test('a snippet shows the words around the first place, cut between words', () => {
  const text = `${'before '.repeat(20)}the orbit ${'after '.repeat(30)}`.trim()
  expect(snippetOf(text, ['period', 'orbit'])).toMatch(/^…before .* the orbit after .* after…$/)
  expect(snippetOf('An orbit.', ['orbit'])).toBe('An orbit.')
})
