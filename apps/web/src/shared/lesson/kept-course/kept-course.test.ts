import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '#web/platform/session/session-token.ts'
import { FakeCaches } from '#web/testing/fake-caches.ts'
import { courseDetail } from '#web/testing/lesson.ts'
import { aisyah } from '#web/testing/people.ts'
import { digestOf, keptAnswer, keptCacheOf, keptFacts, type KeptFacts } from './kept-course.ts'
import { openKeptCourse } from './open-kept-course.ts'

const dayMs = 86_400_000
const course = courseDetail()
let caches: FakeCaches

beforeEach(() => {
  caches = new FakeCaches()
  vi.stubGlobal('caches', caches)
  history.replaceState(null, '', `/course/${course.id}`)
  return () => {
    vi.unstubAllGlobals()
    history.replaceState(null, '', '/')
  }
})

async function kept({ daysAgo = 0, token = 'one' } = {}) {
  const facts: KeptFacts = {
    user: aisyah,
    tokenDigest: await digestOf(token),
    courseId: course.id,
    title: course.title,
    moduleIds: course.contents.map(({ id }) => id),
    checkedAt: Date.now() - daysAgo * dayMs,
    isChosen: false,
    isDone: true,
    bytes: 0,
  }
  const cache = await caches.open(keptCacheOf(aisyah.id, course.id))
  await cache.put(keptFacts, Response.json(facts))
  await cache.put(keptAnswer, Response.json(course))
  return facts
}

const open = async (token = 'one') => {
  const queries = new QueryClient()
  return { session: await openKeptCourse(token, queries), queries }
}

test.each([`/course/${course.id}`, '/lesson/12/resources/2', '/lesson/11/resources'])(
  'the kept course opens at %s for the token that the server has verified, with its date',
  async (address) => {
    const { checkedAt } = await kept({ daysAgo: 3 })
    history.replaceState(null, '', address)
    const { session, queries } = await open()
    expect(session).toEqual({ user: aisyah, keptAt: checkedAt })
    expect(queries.getQueryState(['course', course.id, aisyah.id])?.dataUpdatedAt).toBe(checkedAt)
    expect(queries.getQueryData(['content-resources', 12, aisyah.id])).toMatchObject({ meta: { total: 2 } })
  },
)

test.each([
  { reason: 'another token', given: {}, token: 'two' },
  { reason: 'thirty days without an answer of the server', given: { daysAgo: 30 }, token: 'one' },
  { reason: 'a date in the future', given: { daysAgo: -2 }, token: 'one' },
])('nothing opens with $reason, and everything kept is deleted', async ({ given, token }) => {
  await kept(given)
  const { session, queries } = await open(token)
  expect(session).toBeNull()
  expect(queries.getQueryCache().getAll()).toEqual([])
  expect(caches.pathnames()).toEqual([])
})

test.each(['/course/6', '/lesson/99/resources/1', '/settings'])(
  'another page than those of the kept course does not open: %s',
  async (address) => {
    await kept()
    history.replaceState(null, '', address)
    const { session, queries } = await open()
    expect(session).toBeNull()
    expect(queries.getQueryCache().getAll()).toEqual([])
    expect(caches.pathnames()).toEqual([keptAnswer, keptFacts])
  },
)

test('a proof of identity whose page was closed at once keeps the course', async () => {
  await kept()
  history.replaceState(null, '', `/course/${course.id}`)
  localStorage.setItem(storageKeys.token, 'one')
  storeToken('renewed', 'one')
  expect((await open('renewed')).session).toMatchObject({ user: aisyah })
  // A new sign-in is not a re-authentication within the same session.
  storeToken('of another session', null)
  expect((await open('of another session')).session).toBeNull()
  expect(caches.pathnames()).toEqual([])
})

test('data that the page already has are not replaced by kept data', async () => {
  await kept()
  const queries = new QueryClient()
  queries.setQueryData(['course', course.id, aisyah.id], 'newer')
  await openKeptCourse('one', queries)
  expect(queries.getQueryData(['course', course.id, aisyah.id])).toBe('newer')
})
