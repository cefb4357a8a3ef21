import { expect, test } from 'vitest'
import { aCourse } from '#web/testing/people.ts'
import { forCard, forCards } from './course-cards.ts'

const shown = async (description: string) => (await forCard(aCourse({ description }))).description

test('a card has the beginning of a long description, cut between two words', async () => {
  const description = `${'word '.repeat(60)}end`
  const text = await shown(description)
  expect(text).toMatch(/^(?:word )+word…$/)
  expect(text.length).toBeGreaterThan(190)
  expect(text.length).toBeLessThanOrEqual(201)
})

test('a description that fits is left as it is', async () => {
  const course = aCourse({ description: 'word '.repeat(40) })
  expect(await forCard(course)).toEqual(course)
})

test('a card keeps the language of its course, and leaves out the level', async () => {
  expect(await forCard(aCourse({ language: 'ms', level: 'beginner' }))).toEqual(aCourse({ language: 'ms' }))
})

test('text without spaces is cut between two characters, and no character is halved', async () => {
  expect(await shown('a '.repeat(20) + 'x'.repeat(400))).toHaveLength(201)
  const text = await shown('🚀'.repeat(300))
  expect(text).toBe(`${'🚀'.repeat(200)}…`)
  expect(text.isWellFormed()).toBe(true)
})

test('a list keeps everything else', async () => {
  const list = { success: true as const, data: [aCourse({ id: 7 })], meta: { total: 1, nextCursor: null } }
  expect(await forCards(list)).toEqual(list)
})

test('a card has the words of a description with a form, and the signs of a plain one', async () => {
  expect(await shown('For **everybody**:\n\n- _one_\n- [two](/courses)')).toBe('For everybody:\n\none, two')
  expect(await shown('- Pivot tables\n- Lookup formulas\n- Clean data')).toBe(
    'Pivot tables, Lookup formulas, Clean data',
  )
  expect(await shown('2 * 3, C:\\_x and **odd')).toBe('2 * 3, C:\\_x and **odd')
})
