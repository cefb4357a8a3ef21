import { expect, test } from 'vitest'
import { chosen, fromVisits, missedIn, stoppedAt, type CourseMonth } from './suggestions.rules.ts'

const now = new Date('2026-11-27T04:00:00Z')
const course = { courseId: 1, courseTitle: 'Orbits' }
const month = (facts: Partial<CourseMonth> = {}): CourseMonth => ({
  ...course,
  isPaid: true,
  ratingTenths: 0,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  visitors: 100,
  carts: 0,
  orders: 0,
  hasNewLearner: true,
  ...facts,
})
const kinds = (courses: readonly CourseMonth[], sells = true) =>
  fromVisits(courses, { now, sells }).map(({ kind }) => kind)

test('a lesson is suggested from five stopped learners, if it loses unusually many', () => {
  const lesson = { id: 7, title: 'Burn', stopped: 5, isSteep: true }
  expect(stoppedAt(course, [lesson, { ...lesson, id: 8, title: 'Coast', stopped: 9 }])).toEqual([
    { kind: 'stopped', ...course, lessonId: 8, lessonTitle: 'Coast', learners: 9 },
  ])
  expect(stoppedAt(course, [{ ...lesson, stopped: 4 }])).toEqual([])
  expect(stoppedAt(course, [{ ...lesson, isSteep: false }])).toEqual([])
})

test('a question is suggested from 60 % missed by at least five people', () => {
  const question = { resourceId: 3, quiz: 'Check', question: 'Why?', asked: 5, missedPercent: 60 }
  expect(missedIn(course, [question])).toMatchObject([{ kind: 'missedQuestion', missedPercent: 60 }])
  expect(missedIn(course, [{ ...question, asked: 4 }])).toEqual([])
  expect(missedIn(course, [{ ...question, missedPercent: 59 }])).toEqual([])
})

test('carts are suggested from twenty, when at most a quarter was paid', () => {
  expect(kinds([month({ carts: 20, orders: 5 })])).toEqual(['abandonedCarts'])
  expect(kinds([month({ carts: 19, orders: 0 })])).toEqual([])
  expect(kinds([month({ carts: 20, orders: 6 })])).toEqual([])
  expect(kinds([month({ carts: 20, orders: 0, isPaid: false })])).toEqual([])
})

test('a highly rated course that nobody joined is suggested once it is 30 days old', () => {
  const unsold = month({ ratingTenths: 45, hasNewLearner: false })
  expect(kinds([unsold])).toEqual(['unsold'])
  expect(kinds([{ ...unsold, hasNewLearner: true }])).toEqual([])
  expect(kinds([{ ...unsold, ratingTenths: 44 }])).toEqual([])
  expect(kinds([{ ...unsold, createdAt: new Date('2026-11-01T00:00:00Z') }])).toEqual([])
})

test('an instructor of a business is told nothing about carts and sales', () => {
  const courses = [month({ carts: 40 }), month({ ratingTenths: 50, hasNewLearner: false })]
  expect(kinds(courses)).toEqual(['abandonedCarts', 'unsold'])
  expect(kinds(courses, false)).toEqual([])
})

test('missing visits are suggested only when no course has visitors, orders or new learners', () => {
  const unseen = month({ visitors: 0, hasNewLearner: false })
  expect(kinds([unseen, unseen])).toEqual(['unvisited'])
  expect(kinds([unseen, month()])).toEqual([])
  expect(kinds([unseen, { ...unseen, orders: 1 }])).toEqual([])
  expect(kinds([unseen, { ...unseen, hasNewLearner: true }])).toEqual([])
  expect(kinds([])).toEqual([])
})

test('three suggestions are chosen, each kind once before any kind twice', () => {
  const stop = (learners: number) => ({
    kind: 'stopped' as const,
    ...course,
    lessonId: 1,
    lessonTitle: 'Burn',
    learners,
  })
  const missed = {
    kind: 'missedQuestion' as const,
    ...course,
    resourceId: 3,
    quiz: 'Check',
    question: 'Why?',
    missedPercent: 70,
  }
  const unsold = { kind: 'unsold' as const, ...course, ratingTenths: 48 }
  expect(chosen([stop(5), stop(9), missed, unsold])).toEqual([stop(9), unsold, missed])
  expect(chosen([stop(5), stop(9), missed])).toEqual([stop(9), missed, stop(5)])
})
