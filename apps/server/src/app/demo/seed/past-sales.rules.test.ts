import { startOfMonthBefore } from '@apogee/domain/time/malaysia-months.ts'
import { describe, expect, test } from 'vitest'
import { loadDemoSchool } from '../load-demo-school.ts'
import {
  assignMoments,
  seededRandom,
  completedLessons,
  learnerAt,
  momentsIn,
  salesAddingUpTo,
  type Offer,
} from './past-sales.rules.ts'

const { pastSales, learners } = loadDemoSchool()

const offer = (id: number, price: number, demand = 1): Offer => ({
  id,
  price,
  demand,
})
const utc = (text: string) => new Date(`${text}Z`)

describe('sales worth a sum', () => {
  test.each([4_093_000, 4_000_000, 3_511_100])(
    'sales add up to exactly %i sen, and demanded offers sell more',
    (target) => {
      const offers = [offer(1, 12_900, 100), offer(2, 24_900, 55), offer(3, 14_900, 46), offer(4, 9_900, 30)]
      const sold = salesAddingUpTo(target, offers)
      const sum = offers.reduce((total, { id, price }) => total + price * (sold.get(id) ?? 0), 0)
      expect(sum).toBe(target)
      expect(sold.get(1)).toBeGreaterThan(sold.get(2) ?? 0)
    },
  )

  test('a sum that the prices cannot reach is refused', () => {
    expect(() => salesAddingUpTo(10_000, [offer(1, 30_000)])).toThrow('cannot make')
  })
})

describe('moments', () => {
  test.each([
    '2026-11-20T09:00:00',
    '2026-10-31T16:00:00',
    '2026-10-31T15:59:59',
    '2027-02-28T10:00:00',
    '2027-07-01T00:10:00',
    '2028-02-29T23:00:00',
  ])('moments before %s lie in the last six months of Kuala Lumpur, in the requested number', (text) => {
    const now = utc(text)
    const moments = momentsIn(now, 330, pastSales.months, seededRandom(7))
    expect(moments).toHaveLength(330)
    expect(moments[0]?.getTime()).toBeGreaterThanOrEqual(startOfMonthBefore(now, 5).getTime())
    expect(moments.at(-1)?.getTime()).toBeLessThanOrEqual(now.getTime())
  })

  test('nobody chooses a course before it existed', () => {
    const moments = Array.from({ length: 40 }, (_, day) => new Date(day * 86_400_000 + 1))
    const offers = [
      { id: 1, createdAt: new Date(0), count: 25 },
      { id: 2, createdAt: new Date(25 * 86_400_000), count: 15 },
    ]
    const chosen = assignMoments(moments, offers, seededRandom(3))
    expect(chosen).toHaveLength(40)
    for (const { at, chosen: offer } of chosen) {
      expect(at.getTime()).toBeGreaterThan(offer.createdAt.getTime())
    }
  })
})

describe('lessons done', () => {
  test.each([0, 1, 77, 100])('%i lessons are completed in total, and none more than exist', (completed) => {
    const now = new Date()
    const studies = Array.from({ length: 20 }, (_, place) => ({
      lessons: 5,
      startedAt: new Date(now.getTime() - place * 5 * 86_400_000),
    }))
    const done = completedLessons(studies, completed, now, seededRandom(1))
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(completed)
    expect(Math.max(...done)).toBeLessThanOrEqual(5)
  })
})

test('the learners have different names, and addresses of a reserved domain', () => {
  const people = Array.from({ length: 200 }, (_, place) => learnerAt(learners, place))
  expect(new Set(people.map(({ name }) => name)).size).toBe(200)
  expect(new Set(people.map(({ email }) => email)).size).toBe(200)
  for (const { email } of people) expect(email).toMatch(/^[a-z.]+@belajar\.test$/)
})
