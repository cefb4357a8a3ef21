import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { attemptCacheOf, keptAttemptAnswer } from '#web/shared/lesson/kept-course/kept-attempt.ts'
import {
  digestOf,
  keptAnswer,
  keptCacheOf,
  keptFacts,
  type KeptFacts,
} from '#web/shared/lesson/kept-course/kept-course.ts'
import { anAssessment, anAttempt } from '#web/testing/assessment.ts'
import { FakeCaches } from '#web/testing/fake-caches.ts'
import { courseDetail } from '#web/testing/lesson.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const course = courseDetail()

beforeEach(() => {
  vi.stubGlobal('caches', new FakeCaches())
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  localStorage.setItem(storageKeys.token, 'one')
  history.replaceState(null, '', `/course/${course.id}`)
  return () => {
    vi.unstubAllGlobals()
    history.replaceState(null, '', '/')
  }
})

async function openOffline(courseOfQuiz: number | null, attempt: Attempt, language: 'en' | 'ms' = 'en') {
  const tokenDigest = await digestOf('one')
  const checkedAt = Date.now()
  const facts: KeptFacts = {
    user: aisyah,
    tokenDigest,
    courseId: course.id,
    title: course.title,
    moduleIds: [],
    isChosen: false,
    isDone: true,
    bytes: 0,
    checkedAt,
  }
  const ofCourse = await caches.open(keptCacheOf(aisyah.id, course.id))
  await ofCourse.put(keptFacts, Response.json(facts))
  await ofCourse.put(keptAnswer, Response.json(course))
  const lesson =
    courseOfQuiz === null
      ? null
      : { courseId: courseOfQuiz, courseTitle: '', courseContentId: 11, resourceId: 21 }
  const assessment = anAssessment({ lesson, title: 'Orbits, checked' })
  const ofAttempt = await caches.open(attemptCacheOf(aisyah.id, assessment.id))
  await ofAttempt.put(
    keptAttemptAnswer,
    Response.json({ user: aisyah, tokenDigest, assessment, attempt, checkedAt }),
  )
  await renderRoute(`/course/${course.id}`, { language })
  await screen.findByRole('heading', { level: 1, name: course.title })
  return assessment
}

test('without a connection the course names its quiz under way, with the minutes left and a link', async () => {
  const { id } = await openOffline(course.id, anAttempt({}, 719))
  expect(await screen.findByText('Quiz under way: Orbits, checked. 12 minutes left.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Go on with the quiz' })
  expect(link.getAttribute('href')).toBe(`/assessment/${id}`)
})

test('the quiz under way is named in Malay', async () => {
  await openOffline(course.id, anAttempt({}, 30), 'ms')
  expect(await screen.findByText('Kuiz sedang berjalan: Orbits, checked. 1 minit lagi.')).toBeTruthy()
})

test('a kept quiz that belongs to no course is named in each', async () => {
  await openOffline(null, anAttempt({}, 719))
  expect(await screen.findByText('Quiz under way: Orbits, checked. 12 minutes left.')).toBeTruthy()
})

test.each([
  ['of another course', course.id + 1, 719],
  ['whose time is over', course.id, -30],
])('a kept quiz %s is not named', async (_, courseId, secondsLeft) => {
  await openOffline(courseId, anAttempt({}, secondsLeft))
  await screen.findByRole('tab', { name: 'Course Content' })
  expect(screen.queryByText(/^Quiz under way/)).toBeNull()
})
