import type { CertificateRule } from '@apogee/contracts/achievements/achievements.ts'
import { expect, test } from 'vitest'
import { certificateNeeds, isFulfilled, type NeededItem } from './certificate-needs.rules.ts'

const rule = (given: Partial<CertificateRule> = {}): CertificateRule => ({
  isOn: true,
  watchedPercent: null,
  quizPercent: null,
  minutes: null,
  signer: null,
  ...given,
})
const video = (resourceId: number, watchedSeconds: number, seconds: number | null = 100): NeededItem => ({
  resourceId,
  courseContentId: 1,
  title: `Video ${resourceId}`,
  fileType: 'video',
  seconds,
  watchedSeconds,
})
const quiz = (resourceId: number): NeededItem => ({
  resourceId,
  courseContentId: 1,
  title: `Quiz ${resourceId}`,
  fileType: 'quiz',
  seconds: null,
  watchedSeconds: 0,
})
const all = { done: 2, total: 2 }

test.each([
  ['all lessons are completed and nothing else is asked for', rule(), all, [video(1, 0)], {}, true],
  ['a lesson is missing', rule(), { done: 1, total: 2 }, [], {}, false],
  ['the course has no lesson', rule(), { done: 0, total: 0 }, [], {}, false],
  ['certificates are off', rule({ isOn: false }), all, [], {}, false],
  ['each video is watched enough', rule({ watchedPercent: 80 }), all, [video(1, 80), video(2, 95)], {}, true],
  ['a video lacks one percent', rule({ watchedPercent: 80 }), all, [video(1, 79.9), video(2, 95)], {}, false],
  [
    'a video of unknown length is no obstacle',
    rule({ watchedPercent: 80 }),
    all,
    [video(1, 0, null)],
    {},
    true,
  ],
  ['there are no videos to watch', rule({ watchedPercent: 80 }), all, [quiz(3)], {}, true],
  ['each best result is enough', rule({ quizPercent: 70 }), all, [quiz(3), quiz(4)], { 3: 70, 4: 100 }, true],
  ['a quiz has no result', rule({ quizPercent: 1 }), all, [quiz(3), quiz(4)], { 3: 100 }, false],
  [
    'both are asked for, and one is missing',
    rule({ quizPercent: 70, watchedPercent: 50 }),
    all,
    [video(1, 49), quiz(3)],
    { 3: 70 },
    false,
  ],
])('whether a certificate is due when %s', (_, given, lessons, items, best, isDue) => {
  const results = new Map(Object.entries(best).map(([id, percent]) => [Number(id), percent]))
  expect(isFulfilled(certificateNeeds(given, lessons, items, results))).toBe(isDue)
})

test('missing requirements of a certificate are listed in the order of the course, at most ten of each kind', () => {
  const items = [...Array.from({ length: 12 }, (_, at) => video(at, at)), video(50, 100)]
  const { videos, quizzes } = certificateNeeds(rule({ watchedPercent: 90 }), all, items, new Map())
  expect(quizzes).toBeNull()
  expect(videos).toMatchObject({ percent: 90, done: 1, total: 13 })
  expect(videos?.missing.map(({ resourceId }) => resourceId)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(videos?.missing[3]).toEqual({ resourceId: 3, courseContentId: 1, title: 'Video 3', percent: 3 })
})
