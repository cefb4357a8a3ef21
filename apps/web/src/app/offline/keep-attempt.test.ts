import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/transfer/client.ts'
import { keptAttempts } from '#web/shared/lesson/kept-course/kept-attempt.ts'
import { digestOf } from '#web/shared/lesson/kept-course/kept-course.ts'
import { openKeptCourse } from '#web/shared/lesson/kept-course/open-kept-course.ts'
import type { Session } from '#web/platform/session/session.tsx'
import { createStore } from '#web/platform/session/store.ts'
import { anAssessment, anAttempt, graded } from '#web/testing/assessment.ts'
import { FakeCaches } from '#web/testing/fake-caches.ts'
import { aisyah } from '#web/testing/people.ts'
import { keepLastCourse } from './keep-course.ts'

const lesson = { courseId: 5, courseTitle: 'Orbits', courseContentId: 11, resourceId: 21 }
const assessment = anAssessment({ lesson })

let caches: FakeCaches
let queries: QueryClient
let store: ReturnType<typeof createStore<Session>>

beforeEach(() => {
  caches = new FakeCaches()
  queries = new QueryClient()
  store = createStore<Session>({ state: 'signed-in', user: aisyah })
  vi.stubGlobal('caches', caches)
  const worker = Object.assign(new EventTarget(), { controller: {} })
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('<html></html>'))
  localStorage.setItem(storageKeys.token, 'one')
  history.replaceState(null, '', '/assessment/1')
  return () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    vi.unstubAllGlobals()
    history.replaceState(null, '', '/')
  }
})

const key = ['attempt', 1, 1, aisyah.id]
const read = (attempt: Attempt = anAttempt()) =>
  queries.fetchQuery({ queryKey: key, queryFn: () => ({ success: true, data: attempt }) })

async function keptNow() {
  queries.setQueryData(['assessment', 1, aisyah.id], { success: true, data: assessment })
  keepLastCourse({ queries, session: { store } })
  await read()
  await vi.waitFor(() => expect(caches.pathnames()).toContain('/kept/attempt'))
}

const reopened = async (token = 'one') => {
  const filled = new QueryClient()
  return { session: await openKeptCourse(token, filled), filled }
}

test('an open attempt is kept with its page, and opens again for the same token', async () => {
  await keptNow()
  expect(caches.pathnames()).toContain('/kept/attempt-page')
  const { session, filled } = await reopened()
  expect(session).toMatchObject({ user: aisyah })
  for (const queryKey of [key, ['assessment', 1, aisyah.id], ['assessment', 'of-resource', 21, aisyah.id]])
    expect(filled.getQueryData(queryKey)).toBeTruthy()
})

test('an answer that the server has is part of the kept attempt', async () => {
  await keptNow()
  const attempt = anAttempt()
  const questions = attempt.questions.map((one, place) => (place === 0 ? { ...one, given: 1 } : one))
  queries.setQueryData(key, { success: true, data: { ...attempt, questions } })
  await vi.waitFor(async () => expect((await keptAttempts())[0]?.kept.attempt.questions[0]?.given).toBe(1))
})

test('another token opens nothing, and everything kept is deleted', async () => {
  await keptNow()
  expect((await reopened('two')).session).toBeNull()
  expect(caches.pathnames()).toEqual([])
})

test('another page opens nothing of an attempt', async () => {
  await keptNow()
  history.replaceState(null, '', '/assessment/2')
  expect((await reopened()).session).toBeNull()
})

test('a new token of the same account opens it, once the server has verified that token', async () => {
  await keptNow()
  localStorage.setItem(storageKeys.token, 'two')
  store.setState({ state: 'signed-in', user: { ...aisyah } })
  // If a page opened the stored attempt before the new token was verified, the attempt would be deleted, because its token is
  // another one.
  const renewed = await digestOf('two')
  await vi.waitFor(async () => expect((await keptAttempts())[0]?.kept.tokenDigest).toBe(renewed))
  expect((await reopened('two')).session).toMatchObject({ user: aisyah })
})

test('an attempt that is over, or that the server refuses, is deleted', async () => {
  await keptNow()
  await read(graded())
  await vi.waitFor(async () => expect(await keptAttempts()).toEqual([]))
  await read()
  await vi.waitFor(async () => expect(await keptAttempts()).toHaveLength(1))
  const refusal = new ApiError({ status: 404, errorCode: 'ATTEMPT_NOT_FOUND', message: '' })
  await queries
    .fetchQuery({ queryKey: key, queryFn: () => Promise.reject(refusal), retry: false })
    .catch(() => undefined)
  await vi.waitFor(async () => expect(await keptAttempts()).toEqual([]))
})

test('an attempt whose time ended a day ago does not open', async () => {
  queries.setQueryData(['assessment', 1, aisyah.id], { success: true, data: assessment })
  const attempt = { ...anAttempt(), deadline: new Date(Date.now() - 2 * 86_400_000).toISOString() }
  keepLastCourse({ queries, session: { store } })
  await read(attempt)
  await vi.waitFor(() => expect(caches.pathnames()).toContain('/kept/attempt'))
  expect((await reopened()).session).toBeNull()
  expect(caches.pathnames()).not.toContain('/kept/attempt')
})
