import { expect, test } from 'vitest'
import { aCourse } from '#web/testing/people.ts'
import { forCard, forCards } from './course-cards.ts'

const shown = (description: string) => forCard(aCourse({ description })).description

test('a card has the beginning of a long description, cut between two words', () => {
  const description = `${'word '.repeat(60)}end`
  const text = shown(description)
  expect(text).toMatch(/^(?:word )+word…$/)
  expect(text.length).toBeGreaterThan(190)
  expect(text.length).toBeLessThanOrEqual(201)
})

test('a description that fits is left as it is', () => {
  const course = aCourse({ description: 'word '.repeat(40) })
  expect(forCard(course)).toEqual(course)
})

test('a card leaves out the language and the level of its course', () => {
  expect(forCard(aCourse({ language: 'ms', level: 'beginner' }))).toEqual(aCourse())
})

test('text without spaces is cut between two characters, and no character is halved', () => {
  expect(shown('a '.repeat(20) + 'x'.repeat(400))).toHaveLength(201)
  const text = shown('🚀'.repeat(300))
  expect(text).toBe(`${'🚀'.repeat(200)}…`)
  expect(text.isWellFormed()).toBe(true)
})

test('a list keeps everything else', () => {
  const list = { success: true as const, data: [aCourse({ id: 7 })], meta: { total: 1, nextCursor: null } }
  expect(forCards(list)).toEqual(list)
})
