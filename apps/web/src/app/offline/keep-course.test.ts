import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/transfer/client.ts'
import {
  digestOf,
  keptCacheOf,
  keptCourses,
  readKeptTexts,
} from '#web/shared/lesson/kept-course/kept-course.ts'
import { storedToken, storeToken } from '#web/platform/session/session-token.ts'
import type { Session } from '#web/platform/session/session.tsx'
import { createStore } from '#web/platform/session/store.ts'
import { FakeCaches } from '#web/testing/fake-caches.ts'
import { courseDetail, item, module } from '#web/testing/lesson.ts'
import { aisyah } from '#web/testing/people.ts'
import { keepLastCourse } from './keep-course.ts'
import { keepCourse } from './keep-files.ts'

/** On a busy machine, more than a second passes between steps. */
const patience = { timeout: 20_000 }

const dayMs = 86_400_000
const track = { language: 'en', url: '/media/track?signature=1' } as const
const pdf = (id: number, completed: boolean) =>
  item({ id, fileType: 'pdf', progress: { completed, watchTime: 0, position: 0 } })
const course = courseDetail({
  contents: [module(11, 'One', [item({ id: 1, captions: [track] }), pdf(3, true), pdf(4, false)])],
})

let caches: FakeCaches
let queries: QueryClient
let store: ReturnType<typeof createStore<Session>>
/** Maps pathnames to the sizes of files in bytes. Other files have 10 bytes. */
let sizes: Record<string, number>
let fetched: string[]
let beforeAnswer: (pathname: string) => void

beforeEach(() => {
  caches = new FakeCaches()
  queries = new QueryClient()
  store = createStore<Session>({ state: 'signed-in', user: aisyah })
  sizes = {}
  fetched = []
  beforeAnswer = () => undefined
  vi.stubGlobal('caches', caches)
  const worker = Object.assign(new EventTarget(), { controller: {} })
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (given) => {
    const { pathname } = new URL(given instanceof Request ? given.url : given, location.origin)
    fetched.push(pathname)
    beforeAnswer(pathname)
    return new Response('x'.repeat(sizes[pathname] ?? 10))
  })
  localStorage.setItem(storageKeys.token, 'one')
  history.replaceState(null, '', `/course/${course.id}`)
  return () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    Reflect.deleteProperty(navigator, 'connection')
    vi.unstubAllGlobals()
    history.replaceState(null, '', '/')
  }
})

const key = ['course', course.id, aisyah.id]
const answered = (given: CourseDetail = course) =>
  queries.fetchQuery({ queryKey: key, queryFn: () => ({ success: true, data: given }) })
const facts = async () => (await keptCourses())[0]?.facts
const start = () => keepLastCourse({ queries, session: { store } })

async function keptNow() {
  await answered()
  start()
  await vi.waitFor(async () => expect((await facts())?.isDone).toBe(true), patience)
}

describe('what is kept', () => {
  test('the opened course with its documents and captions, unfinished lessons first, and no video', async () => {
    await keptNow()
    expect(fetched.filter((pathname) => pathname.startsWith('/media/'))).toEqual([
      '/media/track',
      '/media/4',
      '/media/3',
    ])
    expect(caches.pathnames()).toEqual([
      '/kept/answer',
      '/kept/course',
      '/kept/facts',
      '/kept/lesson',
      '/kept/texts',
      '/media/3',
      '/media/4',
      '/media/track',
    ])
    expect(await facts()).toMatchObject({ courseId: course.id, moduleIds: [11], title: course.title })
  })

  test('texts without the addresses of pictures, read again when their lesson has changed, and deleted with it', async () => {
    const written = (version: number, text: string) => ({
      resourceId: 5,
      version,
      document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
      pictures: [] as object[],
    })
    const shown = { file: 'a'.repeat(22), url: '/media/signed', width: 8, height: 4 }
    const withText = (version: number) =>
      courseDetail({
        contents: [module(11, 'One', [item({ id: 5, fileType: 'reading', words: 1, version })])],
      })
    let answer = { ...written(1, 'first'), pictures: [shown] as object[] }
    vi.mocked(fetch).mockImplementation(async (given) => {
      const { pathname } = new URL(given instanceof Request ? given.url : given, location.origin)
      if (!pathname.startsWith('/api/')) return new Response('x')
      fetched.push(pathname)
      return Response.json({ success: true, data: answer })
    })
    const texts = () => readKeptTexts(keptCacheOf(aisyah.id, course.id))
    await answered(withText(1))
    start()
    await vi.waitFor(async () => expect(await texts()).toEqual([written(1, 'first')]), patience)
    const keep = (version: number) =>
      keepCourse({ user: aisyah, course: withText(version), checkedAt: Date.now(), most: 0 })
    await keep(1)
    expect(fetched).toEqual(['/api/course-resources/5/text'])
    answer = written(2, 'second')
    await keep(2)
    expect(await texts()).toEqual([written(2, 'second')])
    await keepCourse({ user: aisyah, course, checkedAt: Date.now(), most: 0 })
    expect(await texts()).toEqual([])
  })

  test.each([
    { person: 'somebody who may edit it', given: { permissions: { study: true, manage: true } } },
    { person: 'somebody without enrolment', given: { isEnrolled: false } },
    { person: 'a learner who may not study it', given: { permissions: { study: false, manage: false } } },
  ])('nothing for $person, and what was kept of the course is deleted', async ({ given }) => {
    await keptNow()
    await queries.invalidateQueries({ queryKey: key, refetchType: 'none' })
    await answered(courseDetail({ ...course, ...given }))
    await vi.waitFor(() => expect(caches.pathnames()).toEqual([]), patience)
  })

  test('the course that was opened last takes the place of the one before, and not of a chosen one', async () => {
    await keptNow()
    const chosen = { ...(await facts()), courseId: 8, isChosen: true }
    const other = await caches.open(keptCacheOf(aisyah.id, 8))
    await other.put('/kept/facts', Response.json(chosen))
    const next = courseDetail({ ...course, id: 9 })
    history.replaceState(null, '', '/course/9')
    await queries.fetchQuery({
      queryKey: ['course', 9, aisyah.id],
      queryFn: () => ({ success: true, data: next }),
    })
    const ids = async () => (await keptCourses()).map((kept) => kept.facts.courseId)
    await vi.waitFor(async () => expect(new Set(await ids())).toEqual(new Set([8, 9])), patience)
  })

  test('files only up to 20 MB together', async () => {
    sizes = { '/media/4': 15_000_000, '/media/3': 6_000_000 }
    await keptNow()
    expect(caches.pathnames()).toContain('/media/4')
    expect(caches.pathnames()).not.toContain('/media/3')
  })

  test.each([
    { connection: { saveData: true }, files: [] },
    { connection: { type: 'cellular' }, files: ['/media/3', '/media/track'] },
  ])('fewer files with the connection $connection', async ({ connection, files }) => {
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
    sizes = { '/media/4': 3_500_000 }
    await keptNow()
    expect(caches.pathnames().filter((pathname) => pathname.startsWith('/media/'))).toEqual(files)
  })
})

describe('until when', () => {
  test('the date of a kept course is renewed only by an answer of the server, not by data that the page has set itself', async () => {
    await keptNow()
    const first = (await facts())?.checkedAt ?? 0
    vi.spyOn(Date, 'now').mockReturnValue(first + dayMs)
    queries.setQueryData(key, { success: true, data: course })
    store.setState({ state: 'signed-in', user: { ...aisyah, name: 'Aisyah' } })
    await vi.waitFor(async () => expect((await facts())?.user.name).toBe('Aisyah'), patience)
    expect((await facts())?.checkedAt).toBe(first)
    await queries.invalidateQueries({ queryKey: key, refetchType: 'none' })
    await answered()
    await vi.waitFor(async () => expect((await facts())?.checkedAt).toBe(first + dayMs), patience)
  })

  test('a page that started from what is kept renews nothing before the server has answered', async () => {
    await answered()
    store.setState({ state: 'signed-in', user: aisyah, keptAt: 1 })
    start()
    store.setState({ state: 'signed-in', user: aisyah })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(caches.pathnames()).toEqual([])
  })

  test.each([401, 403, 404])('a course that the server refuses with %i is deleted', async (status) => {
    await keptNow()
    await queries.invalidateQueries({ queryKey: key, refetchType: 'none' })
    const failure = new ApiError({ status, message: '', errorCode: 'FORBIDDEN' })
    await queries
      .fetchQuery({ queryKey: key, queryFn: () => Promise.reject(failure), retry: false })
      .catch(() => 0)
    await vi.waitFor(() => expect(caches.pathnames()).toEqual([]), patience)
  })

  test('a course that could not be read stays', async () => {
    await keptNow()
    await queries.invalidateQueries({ queryKey: key, refetchType: 'none' })
    const failure = new ApiError({ status: 503, message: '', errorCode: 'UNAVAILABLE' })
    await queries
      .fetchQuery({ queryKey: key, queryFn: () => Promise.reject(failure), retry: false })
      .catch(() => 0)
    expect(await facts()).toBeDefined()
  })

  test("another account's sign-in deletes it", async () => {
    await keptNow()
    localStorage.setItem(storageKeys.token, 'two')
    store.setState({ state: 'signed-in', user: { ...aisyah, id: 70 } })
    await vi.waitFor(() => expect(caches.pathnames()).toEqual([]), patience)
  })

  test('a proof of identity while it is kept changes nothing, and the course is of the new token', async () => {
    await answered()
    beforeAnswer = (pathname) => {
      if (pathname === '/media/track') storeToken('renewed', storedToken())
    }
    start()
    const tokenDigest = await digestOf('renewed')
    await vi.waitFor(async () => expect(await facts()).toMatchObject({ tokenDigest, isDone: true }), patience)
  })

  test('files that arrive after signing out are not kept', async () => {
    await answered()
    beforeAnswer = (pathname) => {
      if (pathname !== '/media/track') return
      localStorage.removeItem(storageKeys.token)
      void caches.delete(keptCacheOf(aisyah.id, course.id))
    }
    start()
    await vi.waitFor(() => expect(fetched).toContain('/media/track'), patience)
    await vi.waitFor(() => expect(caches.pathnames()).toEqual([]), patience)
    expect(fetched).not.toContain('/media/4')
  })
})
