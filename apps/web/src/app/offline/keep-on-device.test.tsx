import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keptCacheOf, keptCourses, renewKept } from '#web/shared/lesson/kept-course/kept-course.ts'
import { FakeCaches } from '#web/testing/fake-caches.ts'
import { courseDetail, item, module } from '#web/testing/lesson.ts'
import { answer } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { inTurn, keepCourse } from './keep-files.ts'

const pdf = (id: number) => item({ id, fileType: 'pdf', sizeBytes: 1_000_000 })
const course = courseDetail({ contents: [module(11, 'One', [pdf(3), pdf(4)])] })

let caches: FakeCaches
let worker: EventTarget & { controller: object | null }
let refused: string[]
/** The mock server answers requests for files when this promise resolves. */
let files: Promise<void>

beforeEach(() => {
  caches = new FakeCaches()
  refused = []
  files = Promise.resolve()
  vi.stubGlobal('caches', caches)
  worker = Object.assign(new EventTarget(), { controller: {} })
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  const api = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (given, init) => {
    const { pathname } = new URL(given instanceof Request ? given.url : given, location.origin)
    if (pathname.startsWith('/api/')) return api(given, init)
    if (pathname.startsWith('/media/')) await filesArrive(init?.signal)
    const range = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('range') ?? '')
    if (range && !refused.includes(`${pathname} ${range[1]}`))
      return new Response('x'.repeat(Number(range[2]) - Number(range[1]) + 1), { status: 206 })
    if (range) return new Response('', { status: 503 })
    return refused.includes(pathname)
      ? new Response('', { status: 503 })
      : new Response('x'.repeat(pathname.startsWith('/media/') ? 1_000_000 : 10))
  })
  localStorage.setItem(storageKeys.token, `token-of-${aisyah.id}`)
  answer('readCourse', { success: true, data: course })
  return () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    vi.unstubAllGlobals()
  }
})

const filesArrive = (signal?: AbortSignal | null) =>
  new Promise<void>((resolve, reject) => {
    void files.then(resolve)
    signal?.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
  })

const openCourse = async () => {
  const page = await renderRoute(`/course/${course.id}`, { user: aisyah })
  const controls = within(await screen.findByRole('group', { name: 'Download for offline' }))
  return { ...page, controls }
}
const facts = async () => (await keptCourses())[0]?.facts

test('a learner sees the size, keeps the course, and removes it', async () => {
  const { controls, press } = await openCourse()
  await press.click(controls.getByRole('button', { name: 'Download for offline, 2 MB' }))
  expect(await controls.findByText('Kept on this device, 2 MB')).toBeTruthy()
  expect(await facts()).toMatchObject({ courseId: course.id, isChosen: true, isDone: true, bytes: 2_000_000 })
  expect(caches.pathnames()).toEqual(expect.arrayContaining(['/media/3', '/media/4', '/kept/course']))
  await press.click(controls.getByRole('button', { name: `Remove ${course.title} from this device` }))
  expect(await controls.findByRole('button', { name: 'Download for offline, 2 MB' })).toBeTruthy()
  expect(caches.pathnames()).toEqual([])
})

test('keeping stops at once, and goes on with what is missing', async () => {
  files = new Promise(() => undefined)
  const { controls, press } = await openCourse()
  await press.click(controls.getByRole('button', { name: 'Download for offline, 2 MB' }))
  expect(await controls.findByText('0 of 2 MB')).toBeTruthy()
  await press.click(controls.getByRole('button', { name: 'Stop' }))
  expect(await controls.findByText('Some files are not on this device yet.')).toBeTruthy()
  expect(screen.queryByText(/could not be kept/)).toBeNull()
  expect(caches.pathnames()).not.toContain('/media/3')
  files = Promise.resolve()
  await press.click(controls.getByRole('button', { name: 'Continue' }))
  expect(await controls.findByText('Kept on this device, 2 MB')).toBeTruthy()
})

test('a file that cannot be loaded is said, and the others are kept', async () => {
  refused = ['/media/3']
  const { controls, press } = await openCourse()
  await press.click(controls.getByRole('button', { name: 'Download for offline, 2 MB' }))
  expect(
    await controls.findByText('Some files could not be kept. Check your connection and try again.'),
  ).toBeTruthy()
  expect(caches.pathnames()).toContain('/media/4')
  expect(await facts()).toMatchObject({ isDone: false })
})

test('a device without room keeps nothing and says so', async () => {
  Object.defineProperty(navigator, 'storage', {
    value: { estimate: async () => ({ quota: 3_000_000, usage: 2_000_000 }) },
    configurable: true,
  })
  const { controls, press } = await openCourse()
  await press.click(controls.getByRole('button', { name: 'Download for offline, 2 MB' }))
  expect(await controls.findByText(/^This device has no room for this course\./)).toBeTruthy()
  expect(caches.pathnames()).toEqual([])
  Reflect.deleteProperty(navigator, 'storage')
})

test('a course is kept while the browser still asks whether its storage may be persistent', async () => {
  const persist = vi.fn<() => Promise<boolean>>(() => new Promise<boolean>(() => {}))
  Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true })
  const { controls, press } = await openCourse()
  await press.click(controls.getByRole('button', { name: 'Download for offline, 2 MB' }))
  expect(await controls.findByText('Kept on this device, 2 MB')).toBeTruthy()
  expect(persist).toHaveBeenCalledOnce()
  Reflect.deleteProperty(navigator, 'storage')
})

test('on a first visit keeping a course is offered once the worker controls the page', async () => {
  worker.controller = null
  await renderRoute(`/course/${course.id}`, { user: aisyah })
  await screen.findByRole('heading', { level: 1, name: course.title })
  expect(screen.queryByRole('group', { name: 'Download for offline' })).toBeNull()
  worker.controller = {}
  worker.dispatchEvent(new Event('controllerchange'))
  expect(await screen.findByRole('group', { name: 'Download for offline' })).toBeTruthy()
})

test.each([
  { person: 'somebody who edits the course', given: { permissions: { study: true, manage: true } } },
  { person: 'somebody without enrolment', given: { isEnrolled: false } },
])('nothing is offered to $person', async ({ given }) => {
  answer('readCourse', { success: true, data: { ...course, ...given } })
  await renderRoute(`/course/${course.id}`, { user: aisyah })
  await screen.findByRole('heading', { level: 1, name: course.title })
  expect(screen.queryByRole('group', { name: 'Download for offline' })).toBeNull()
})

const keepNow = (given: { id?: number; isChosen?: true } = {}) =>
  inTurn(() =>
    keepCourse({
      user: aisyah,
      course: { ...course, id: given.id ?? course.id, title: `Course ${given.id}` },
      checkedAt: Date.now(),
      most: Infinity,
      ...(given.isChosen && { isChosen: true }),
    }),
  )

test('My learning lists what is on this device, in Malay too, and removes it', async () => {
  await keepNow({ id: 6, isChosen: true })
  await keepNow({ id: 7 })
  answer('listOpenAttempts', { success: true, data: [] })
  answer('listRepetitions', { success: true, data: { questions: [], due: 0, nextDueAt: null } })
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const { press } = await renderRoute('/learning', { user: aisyah, language: 'ms' })
  const section = within(await screen.findByRole('region', { name: 'Pada peranti ini' }))
  const rows = section.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(2)
  expect(rows.find((row) => row.includes('Course 7'))).toContain('Terakhir dibuka')
  expect(rows.find((row) => row.includes('Course 6'))).not.toContain('Terakhir dibuka')
  await press.click(section.getByRole('button', { name: 'Buang Course 6 daripada peranti ini' }))
  await waitFor(() => expect(section.queryByRole('link', { name: 'Course 6' })).toBeNull())
  expect((await keptCourses()).map(({ cache }) => cache)).toEqual([keptCacheOf(aisyah.id, 7)])
})

test('an answer about a course does not end the wish to keep it', async () => {
  await keepNow({ isChosen: true })
  await keepNow()
  expect(await facts()).toMatchObject({ isChosen: true, isDone: true })
})

test('a course that was removed does not come back with the next answer about it', async () => {
  const { controls, press } = await openCourse()
  await press.click(controls.getByRole('button', { name: 'Download for offline, 2 MB' }))
  await controls.findByText('Kept on this device, 2 MB')
  await press.click(controls.getByRole('button', { name: `Remove ${course.title} from this device` }))
  await controls.findByRole('button', { name: 'Download for offline, 2 MB' })
  await inTurn(() =>
    keepCourse({ user: aisyah, course, checkedAt: Date.now(), most: Infinity, withFiles: false }),
  )
  expect(caches.pathnames()).toEqual([])
})

test('files that are already on the device need no further room', async () => {
  await keepNow({ isChosen: true })
  const cache = await caches.open(keptCacheOf(aisyah.id, course.id))
  await cache.delete(new Request(new URL('/media/4', location.origin)))
  const kept = await facts()
  await cache.put('/kept/facts', Response.json({ ...kept, isDone: false, bytes: 1_000_000 }))
  Object.defineProperty(navigator, 'storage', {
    value: { estimate: async () => ({ quota: 3_500_000, usage: 2_000_000 }) },
    configurable: true,
  })
  const { controls, press } = await openCourse()
  await press.click(await controls.findByRole('button', { name: 'Continue' }))
  expect(await controls.findByText('Kept on this device, 2 MB')).toBeTruthy()
  Reflect.deleteProperty(navigator, 'storage')
})

test('another token of the same account opens what is kept', async () => {
  await keepNow({ isChosen: true })
  const before = (await facts())?.tokenDigest
  await renewKept({ ...aisyah, name: 'Aisyah Rahman' }, 'another')
  expect(await facts()).toMatchObject({ user: { name: 'Aisyah Rahman' } })
  expect((await facts())?.tokenDigest).not.toBe(before)
})

describe('videos', () => {
  const video = item({ id: 8, fileType: 'video', filePath: '/media/8?signature=1', sizeBytes: 5_000_000 })
  const withVideo = (given: Partial<typeof course> = {}) => ({
    ...courseDetail({ contents: [module(11, 'One', [pdf(3), pdf(4), video])] }),
    allowsOfflineVideo: true,
    ...given,
  })
  const parts = () => caches.pathnames().filter((pathname) => pathname.startsWith('/media/8'))

  beforeEach(() => {
    answer('readCourse', { success: true, data: withVideo() })
  })

  test('videos are kept in parts on request, and removed with the course', async () => {
    const { controls, press } = await openCourse()
    expect(controls.getByText(/^Documents and captions alone, or with all videos/)).toBeTruthy()
    await press.click(controls.getByRole('button', { name: 'Download with videos, 7 MB' }))
    expect(await controls.findByText('Kept on this device, 7 MB')).toBeTruthy()
    expect(parts()).toEqual(['/media/8?part=0', '/media/8?part=1', '/media/8?part=2'])
    expect(await facts()).toMatchObject({ hasVideos: true, isDone: true, bytes: 7_000_000 })
    await press.click(controls.getByRole('button', { name: `Remove ${course.title} from this device` }))
    await controls.findByRole('button', { name: 'Download for offline, 2 MB' })
    expect(caches.pathnames()).toEqual([])
  })

  test('come later, too', async () => {
    const { controls, press } = await openCourse()
    await press.click(controls.getByRole('button', { name: 'Download for offline, 2 MB' }))
    const more = await controls.findByRole('button', { name: 'Download the videos too, 5 MB' })
    expect(await facts()).toMatchObject({ hasVideos: false })
    await press.click(more)
    expect(await controls.findByText('Kept on this device, 7 MB')).toBeTruthy()
  })

  test('that were interrupted go on with the part that is missing', async () => {
    refused = ['/media/8 2097152']
    const { controls, press } = await openCourse()
    await press.click(controls.getByRole('button', { name: 'Download with videos, 7 MB' }))
    await controls.findByText(/^Some files could not be kept/)
    expect(parts()).toEqual(['/media/8?part=0'])
    refused = []
    await press.click(await controls.findByRole('button', { name: 'Continue' }))
    expect(await controls.findByText('Kept on this device, 7 MB')).toBeTruthy()
    const ranges = vi
      .mocked(globalThis.fetch)
      .mock.calls.map(([, init]) => new Headers(init?.headers).get('range'))
      .filter((range) => range !== null)
    expect(ranges.filter((range) => range === 'bytes=0-2097151')).toHaveLength(1)
  })

  test('kept videos are not requested again when the course is opened, and stay', async () => {
    const { controls, press } = await openCourse()
    await press.click(controls.getByRole('button', { name: 'Download with videos, 7 MB' }))
    await controls.findByText('Kept on this device, 7 MB')
    const before = vi.mocked(globalThis.fetch).mock.calls.length
    await inTurn(() => keepCourse({ user: aisyah, course: withVideo(), checkedAt: Date.now(), most: 0 }))
    const asked = vi.mocked(globalThis.fetch).mock.calls.slice(before)
    expect(asked.filter(([given]) => typeof given === 'string' && given.startsWith('/media/'))).toEqual([])
    expect(parts()).toHaveLength(3)
    expect(await facts()).toMatchObject({ hasVideos: true, isDone: true })
  })

  test.each([
    { page: 'a new page', withFiles: true },
    { page: 'the page that has kept them', withFiles: false },
  ])('kept videos are deleted when the author no longer allows them, by $page', async ({ withFiles }) => {
    const { controls, press } = await openCourse()
    await press.click(controls.getByRole('button', { name: 'Download with videos, 7 MB' }))
    await controls.findByText('Kept on this device, 7 MB')
    const forbidden = withVideo({ allowsOfflineVideo: false })
    await inTurn(() =>
      keepCourse({ user: aisyah, course: forbidden, checkedAt: Date.now(), most: Infinity, withFiles }),
    )
    expect(parts()).toEqual([])
    expect(await facts()).toMatchObject({ hasVideos: false, bytes: 2_000_000 })
  })

  test('videos are offered only where the author allows them and the page can answer for them', async () => {
    const elsewhere = { ...video, filePath: 'https://files.example.my/media/8?signature=1' }
    for (const given of [
      withVideo({ allowsOfflineVideo: false }),
      { ...withVideo(), contents: [module(11, 'One', [pdf(3), pdf(4), elsewhere])] },
    ]) {
      answer('readCourse', { success: true, data: given })
      const { controls, unmount } = await openCourse()
      expect(controls.queryByRole('button', { name: /videos/i })).toBeNull()
      unmount()
    }
  })
})
