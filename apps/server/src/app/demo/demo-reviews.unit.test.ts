import { reviewMaxLength } from '@apogee/contracts/limits.ts'
import { expect, test } from 'vitest'
import { loadDemoSchool } from './load-demo-school.ts'

const demoSchool = loadDemoSchool()
const { reviews } = demoSchool

const enrolmentOf = (person: string, course: string) =>
  demoSchool.enrolments.find((one) => one.person === person && one.course === course)

test('demo reviews are by people enrolled at the time, one each', () => {
  const named = reviews.filter(({ by }) => by !== null)
  for (const { by, course, daysAgo } of named) {
    expect(enrolmentOf(by ?? '', course)?.daysAgo, `${by} in ${course}`).toBeGreaterThan(daysAgo)
  }
  const pairs = named.map(({ by, course }) => `${by} ${course}`)
  expect(new Set(pairs).size).toBe(pairs.length)
})

test('demo reviews praise and criticise, in both languages, with later replies', () => {
  for (const stars of [2, 3, 4, 5]) expect(reviews.map(({ rating }) => rating)).toContain(stars)
  expect(reviews.filter(({ text }) => / dan | saya /i.test(text)).length).toBeGreaterThan(4)
  expect(reviews.some(({ text }) => text === '')).toBe(true)
  for (const { text, daysAgo, reply } of reviews) {
    expect(text.length).toBeLessThanOrEqual(reviewMaxLength)
    if (reply) expect(reply.daysAgo).toBeLessThan(daysAgo)
  }
  expect(reviews.filter(({ reply }) => reply).length).toBeGreaterThan(5)
})

test("some demo courses have no review, and the demo student's current course has no review of hers", () => {
  const reviewed = new Set(reviews.map(({ course }) => course))
  const bare = demoSchool.courses.filter(({ key }) => !reviewed.has(key))
  expect(bare.length).toBeGreaterThanOrEqual(4)
  const hers = reviews.filter(({ by }) => by === 'aisyah').map(({ course }) => course)
  expect(hers).not.toContain('sql-for-people-with-questions')
})
