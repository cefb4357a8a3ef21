import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  item,
  worksheet,
  module,
  basics,
  measuring,
  answerCourse,
  answerResources,
  saved,
} from '#web/testing/lesson.ts'
import { answer, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const listed = (...data: ReturnType<typeof aCourse>[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})

test('the dashboard greets, counts, and puts the next lesson of the last course first', async () => {
  const old = { progress: { completedLessons: 0, totalLessons: 3 }, lastAccessed: '2026-10-01T00:00:00.000Z' }
  const latest = {
    progress: { completedLessons: 1, totalLessons: 2 },
    lastAccessed: '2026-11-18T06:00:00.000Z',
    next: { id: 2, courseContentId: 12, title: 'Confusion matrix' },
  }
  answer(
    'listEnrolledCourses',
    listed(
      aCourse({ id: 6, title: 'Writing Ads', isEnrolled: true, enrollment: old }),
      aCourse({ isEnrolled: true, enrollment: latest }),
    ),
  )
  await renderRoute('/dashboard', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Aisyah Rahman' })).toBeTruthy()
  expect((await screen.findByText('Enrolled Courses')).nextSibling?.textContent).toBe('2')
  const first = within(screen.getByRole('region', { name: 'Carry on' }))
  expect(await first.findByText('Next: Confusion matrix')).toBeTruthy()
  expect(first.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/lesson/12/resources/2')
  const cards = within(screen.getByRole('region', { name: 'Your Courses' }))
  expect(cards.getByRole('link', { name: 'Writing Ads' }).getAttribute('href')).toBe('/course/6')
  expect(cards.getByText('50%')).toBeTruthy()
  expect(cards.getAllByText(/^Instructor/)).toHaveLength(2)
  expect(cards.getByRole('link', { name: 'Browse More Courses' }).getAttribute('href')).toBe('/courses')
})

test('a person without a name is a cadet; without courses the dashboard links to some', async () => {
  answer('listEnrolledCourses', listed())
  await renderRoute('/dashboard', { user: { ...aisyah, name: null } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Cadet' })).toBeTruthy()
  expect(await screen.findByText('No Enrolled Courses')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
})

test('a course shows its progress, its contents and their state', async () => {
  answerCourse()
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Practical Machine Learning' })).toBeTruthy()
  expect(screen.getByText('50% complete')).toBeTruthy()
  expect(screen.getByText('(1/2 lessons)')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Course progress' }).getAttribute('aria-valuenow')).toBe(
    '50',
  )
  const content = within(screen.getByRole('tabpanel', { name: 'Course Content' }))
  expect(content.getByText('Completed')).toBeTruthy()
  expect(content.getByText('In Progress')).toBeTruthy()
  expect(content.getByRole('link', { name: /Confusion matrix/ }).getAttribute('href')).toBe(
    '/lesson/12/resources/2',
  )
  expect(content.getByText('Next').closest('a')?.getAttribute('href')).toBe('/lesson/12/resources/2')
  const tabs = within(screen.getByRole('tablist', { name: 'Course' })).getAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual([
    'Course Content',
    'Resources',
    'Announcements',
    'My notes',
    'Discussion',
    'Reviews',
  ])
})

test('beside the contents a course shows description, teacher and last access', async () => {
  answerCourse({ durationMinutes: 95, description: 'Train, test and ship a model.\n\nMore of it.' })
  await renderRoute('/course/5', { user: aisyah })
  const about = within(await screen.findByRole('complementary', { name: 'About this course' }))
  expect(about.getByText('Train, test and ship a model.')).toBeTruthy()
  const facts = about.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
  expect(facts).toEqual([
    ['Instructor', 'Dr. Kavitha Menon'],
    ['Lessons', '34'],
    ['Duration', '4m of video · 4m of reading'],
    ['Last accessed', '18 Nov 2026'],
  ])
})

test('each item of the content tab keeps the icon of its file type, completed or not', async () => {
  answerCourse()
  await renderRoute('/course/5', { user: aisyah })
  await screen.findByRole('tab', { name: 'Course Content' })
  const types = screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/lesson/') && link.dataset['type'])
    .map((link) => [link.dataset['type'], link.querySelector('svg')?.innerHTML])
  const [completed, begun, pdf] = types
  expect(completed).toEqual(begun)
  expect(pdf?.[0]).toBe('pdf')
  expect(pdf?.[1]).not.toBe(begun?.[1])
})

test('the Resources tab lists documents with module and pages, and opens them in a new tab', async () => {
  answerCourse()
  const { press, address } = await renderRoute('/course/5', { user: aisyah })
  await press.click(await screen.findByRole('tab', { name: 'Resources' }))
  const panel = within(screen.getByRole('tabpanel', { name: 'Resources' }))
  expect(panel.getByRole('link', { name: 'Worksheet' }).getAttribute('href')).toBe('/lesson/12/resources/3')
  expect(panel.getByText('Measuring it · PDF · 2 pages')).toBeTruthy()
  const opened = panel.getByRole('link', { name: 'Open Worksheet in a new tab' })
  expect(opened.getAttribute('href')).toBe('/media/3?signature=1')
  expect(opened.getAttribute('target')).toBe('_blank')
  expect(address()).toBe('/course/5?tab=resources')
})

test('a course without documents says so under Resources', async () => {
  answerCourse({ contents: [basics] })
  await renderRoute('/course/5?tab=resources', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'No documents in this course' })).toBeTruthy()
})

test('without enrolment the Resources tab lists the files without links', async () => {
  const closed = { ...worksheet, filePath: undefined, progress: undefined }
  answerCourse({
    isEnrolled: false,
    permissions: { study: false, manage: false },
    contents: [module(12, 'Measuring it', [closed])],
  })
  await renderRoute('/course/5?tab=resources', { user: aisyah })
  const panel = within(await screen.findByRole('tabpanel', { name: 'Resources' }))
  expect(panel.getByText('Worksheet')).toBeTruthy()
  expect(panel.queryByRole('link')).toBeNull()
})

test('a course without contents says that they are being prepared', async () => {
  answerCourse({ contents: [] })
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByText('No Content Available Yet')).toBeTruthy()
  expect(screen.getByText('The course content is being prepared. Please check back later.')).toBeTruthy()
})

test('a missing course and an invalid address say so', async () => {
  refuse('readCourse', 'COURSE_NOT_FOUND')
  const { unmount } = await renderRoute('/course/404', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Course not found' })).toBeTruthy()
  unmount()
  await renderRoute('/course/seven', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Course not found' })).toBeTruthy()
})

test('without enrolment a course shows the outline and a link to the sales page', async () => {
  answerCourse({ isEnrolled: false, permissions: { study: false, manage: false } })
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByText('Confusion matrix')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Confusion matrix/ })).toBeNull()
  expect(screen.getByText('1 video')).toBeTruthy()
  expect(screen.getByText('1 video · 1 document')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See course details' }).getAttribute('href')).toBe('/sp/5/')
})

test("a lesson without a resource in its address shows the module's first one", async () => {
  answerCourse()
  answerResources(basics, measuring)
  const calls = recordCalls('saveResourceProgress', saved(false))
  const { press } = await renderRoute('/lesson/12/resources', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 2, name: 'Confusion matrix' })).toBeTruthy()
  expect(screen.getByText('Module 2, item 1 of 2')).toBeTruthy()
  const video = document.querySelector('video')
  expect(video?.querySelector('source')?.getAttribute('src')).toBe('/media/2?signature=1')
  expect(screen.getByRole('link', { name: 'Previous lesson' }).getAttribute('href')).toBe(
    '/lesson/11/resources/1',
  )
  expect(screen.getByRole('link', { name: /^Next lesson/ }).getAttribute('href')).toBe(
    '/lesson/12/resources/3',
  )
  expect(await screen.findByRole('heading', { level: 3, name: 'Practice Exercise' })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run Code' }).disabled).toBe(false)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Exercise code' }).value).toBe('')
  expect(screen.getByText(/Try your own JavaScript here/)).toBeTruthy()
  // The button comes after the link to the next lesson.
  const next = screen.getByRole('link', { name: /^Next lesson/ })
  const pad = screen.getByRole('region', { name: 'Practice Exercise' })
  expect(next.compareDocumentPosition(pad) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await waitFor(() => expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([['2', {}]]))
  await press.click(screen.getByRole('button', { name: 'Contents' }))
  const inContents = await screen.findByRole('link', { name: /^Confusion matrix/ })
  expect(inContents.getAttribute('aria-current')).toBe('true')
})

test('the code of a Practice Exercise is restored on return to the lesson', async () => {
  answerCourse()
  answerResources(basics, measuring)
  recordCalls('saveResourceProgress', saved(false))
  const { press } = await renderRoute('/lesson/12/resources', { user: aisyah })
  const code = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Exercise code' })
  await press.type(await code(), '// mine')
  await press.click(screen.getByRole('link', { name: /^Next lesson/ }))
  await screen.findByText('Module 2, item 2 of 2')
  expect((await code()).value).not.toContain('// mine')
  await press.click(screen.getByRole('link', { name: 'Previous lesson' }))
  await screen.findByText('Module 2, item 1 of 2')
  expect((await code()).value).toContain('// mine')
  await press.click(screen.getByRole('button', { name: 'Start over' }))
  expect((await code()).value).not.toContain('// mine')
  await press.click(screen.getByRole('button', { name: 'Undo: bring my code back' }))
  expect((await code()).value).toContain('// mine')
  expect(screen.queryByRole('button', { name: 'Undo: bring my code back' })).toBeNull()
})

/** Simulates a browser's player without its decoder. */
function play(video: HTMLVideoElement, duration: number) {
  let now = 0
  const setTime = (seconds: number): void => {
    now = seconds
  }
  Object.defineProperties(video, {
    duration: { get: () => duration },
    currentTime: { get: () => now, set: setTime },
  })
  fireEvent.loadedMetadata(video)
  return {
    now: () => now,
    watch(from: number, to: number) {
      for (let second = from; second <= to; second++) {
        now = second
        fireEvent.timeUpdate(video)
      }
    },
    pause: () => fireEvent.pause(video),
  }
}
const findVideo = async () => {
  await screen.findByRole('group', { name: 'Video player' })
  const video = document.querySelector('video')
  if (!video) throw new Error('There is no video')
  return video
}

test('a video continues at the last position, and watched parts are saved when it pauses', async () => {
  answerCourse()
  answerResources(measuring)
  const calls = recordCalls('saveResourceProgress', saved(false, 48))
  await renderRoute('/lesson/12/resources/2', { user: aisyah })
  const video = play(await findVideo(), 100)
  expect(video.now()).toBe(42)
  video.watch(42, 50)
  video.watch(70, 72)
  video.pause()
  await waitFor(() =>
    expect(calls.at(-1)?.body).toEqual({
      position: 72,
      watched: [
        [42, 50],
        [70, 72],
      ],
    }),
  )
})

test.each([
  ['the second of its address', '?t=61', 61],
  ['the last position when its address names no second', '?t=1e1', 42],
  ['the last position when its address names a second after its end', '?t=400', 42],
])('a video starts at %s', async (_, query, second) => {
  answerCourse()
  answerResources(measuring)
  recordCalls('saveResourceProgress', saved(false))
  await renderRoute(`/lesson/12/resources/2${query}`, { user: aisyah })
  expect(play(await findVideo(), 100).now()).toBe(second)
})

test('near the end a lesson completes automatically once 90 % of it has been watched', async () => {
  answerCourse()
  answerResources(measuring)
  let watchTime = 60
  const bodies: unknown[] = []
  answer('saveResourceProgress', ({ body }) => {
    bodies.push(body)
    return saved((body as { completed?: boolean }).completed ?? false, watchTime)
  })
  await renderRoute('/lesson/12/resources/2', { user: aisyah })
  const video = play(await findVideo(), 100)
  video.watch(95, 99)
  video.pause()
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'Mark as Complete' })).toBeTruthy()
  watchTime = 95
  video.watch(50, 90)
  video.watch(97, 100)
  video.pause()
  expect(await screen.findByRole('button', { name: 'Mark as Incomplete' })).toBeTruthy()
  expect(bodies.at(-1)).toMatchObject({ completed: true })
})

test('a lesson that the server completed by watching is shown as completed before its end', async () => {
  answerCourse()
  answerResources(measuring)
  const bodies = recordCalls('saveResourceProgress', { ...saved(true, 92), completedByWatching: true })
  await renderRoute('/lesson/12/resources/2', { user: aisyah })
  const video = play(await findVideo(), 100)
  video.watch(0, 92)
  video.pause()
  expect(await screen.findByRole('button', { name: 'Mark as Incomplete' })).toBeTruthy()
  expect(bodies.every(({ body }) => !('completed' in (body as object)))).toBe(true)
})

test('progress that could not be saved is sent with the next save', async () => {
  answerCourse()
  answerResources(measuring)
  let refused = 0
  answer('saveResourceProgress', ({ body }) => {
    if ((body as { watched?: unknown }).watched === undefined) return saved(false)
    refused++
    return refusal('UNAVAILABLE')
  })
  const { unmount } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  const video = play(await findVideo(), 100)
  video.watch(10, 15)
  video.pause()
  await waitFor(() => expect(refused).toBe(1))
  const calls = recordCalls('saveResourceProgress', saved(false))
  video.watch(16, 18)
  video.pause()
  await waitFor(() => expect(calls).toHaveLength(1))
  unmount()
  const starts = () =>
    calls.flatMap(({ body }) => (body as { watched: [number, number][] }).watched.map(([from]) => from))
  await waitFor(() => expect(starts()).toContain(10))
})

test('leaving the lesson saves progress', async () => {
  answerCourse()
  answerResources(basics, measuring)
  const calls = recordCalls('saveResourceProgress', saved(false))
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  const video = play(await findVideo(), 100)
  video.watch(42, 44)
  await press.click(screen.getByRole('link', { name: /^Next lesson/ }))
  await waitFor(() =>
    expect(
      calls.some(
        ({ params, body }) => params['id'] === '2' && (body as { position?: number }).position === 44,
      ),
    ).toBe(true),
  )
})

test('Mark as Complete is shown at once and reverted when the server refuses', async () => {
  answerCourse()
  answerResources(measuring)
  answer('saveResourceProgress', ({ body }) =>
    (body as { completed?: boolean }).completed === undefined ? saved(false) : refusal('UNAVAILABLE'),
  )
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Mark as Complete' }))
  expect(await screen.findByText('Your progress could not be saved. Please try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mark as Complete' })).toBeTruthy()
  expect(screen.getByText('50% complete')).toBeTruthy()
  const calls = recordCalls('saveResourceProgress', saved(true))
  await press.click(screen.getByRole('button', { name: 'Mark as Complete' }))
  expect(await screen.findByRole('button', { name: 'Mark as Incomplete' })).toBeTruthy()
  expect(screen.getByText('100% complete')).toBeTruthy()
  expect(screen.getByText('(2/2 lessons)')).toBeTruthy()
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ completed: true }))
})

test('completing the last lesson says so in place, and links to the certificate', async () => {
  answerCourse()
  answerResources(measuring)
  answer('saveResourceProgress', saved(true))
  answer('listCertificates', {
    success: true,
    data: [
      {
        id: 'AbCd',
        courseId: 5,
        courseTitle: 'Practical Machine Learning',
        sellerName: 'Selat Learning Sdn Bhd',
        issuedAt: '2026-11-18T06:00:00.000Z',
        isSeen: true,
      },
    ],
    meta: { total: 1, nextCursor: null },
  })
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  expect(await screen.findByRole('button', { name: 'Mark as Complete' })).toBeTruthy()
  expect(screen.queryByText('You have completed every lesson.')).toBeNull()
  await press.click(screen.getByRole('button', { name: 'Mark as Complete' }))
  expect(await screen.findByText('You have completed every lesson.')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'View certificate' })
  expect(link.getAttribute('href')).toBe('/certificates/AbCd')
})

test('an inaccessible lesson and a missing one say so', async () => {
  refuse('listContentResources', 'CONTENT_NOT_FOUND')
  const { unmount } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Error loading lesson' })).toBeTruthy()
  unmount()
  answerCourse()
  answerResources(measuring)
  const again = await renderRoute('/lesson/12/resources/99', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'No resource found' })).toBeTruthy()
  again.unmount()
  answerResources(module(13, 'Empty', []))
  await renderRoute('/lesson/13/resources', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'No resource found' })).toBeTruthy()
})

test('a lesson that was moved to another module is found by its old address', async () => {
  answerCourse()
  answerResources(basics)
  answer('saveResourceProgress', {
    success: true,
    completed: false,
    watchTime: 0,
    position: 0,
    course: { totalLessons: 2, completedLessons: 1, progressPercentage: 50, lastAccessed: null },
  })
  await renderRoute('/lesson/11/resources/2', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Confusion matrix' })).toBeTruthy()
})

test('a lesson that could not be loaded says so and can be retried', async () => {
  refuse('listContentResources', 'INTERNAL')
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Error loading lesson' })).toBeTruthy()
  expect(screen.getByText('Please try again in a moment.')).toBeTruthy()
  expect(screen.queryByText(/You may not be enrolled/)).toBeNull()
  answerCourse()
  answerResources(basics, measuring)
  recordCalls('saveResourceProgress', saved(false))
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Confusion matrix' })).toBeTruthy()
})

test('a lesson of a course that one does not have leads to the course', async () => {
  const locked = module(12, 'Measuring it', [item({ id: 2, filePath: undefined, progress: undefined })])
  answerCourse({ isEnrolled: false, permissions: { study: false, manage: false }, contents: [locked] })
  answerResources(locked)
  await renderRoute('/lesson/12/resources/2', { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Error loading lesson' })).toBeTruthy()
  expect(screen.getByText(/which you do not have yet/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /^See the course - / }).getAttribute('href')).toMatch(
    /^\/sp\/\d+\/$/,
  )
})

test('a refused lesson of a public course names the course, and leads to its sales page with its price', async () => {
  answer('listContentResources', () => refusal('FORBIDDEN', undefined, undefined, undefined, 5))
  const closed = { isEnrolled: false, permissions: { study: false, manage: false } }
  answerCourse({ ...closed, price: 14_900 })
  const { unmount } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  expect(await screen.findByText(/“Practical Machine Learning”, which you do not have yet/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'See the course - RM 149.00' })
  expect(link.getAttribute('href')).toBe('/sp/5/')
  unmount()
  answerCourse({ ...closed, price: 0 })
  await renderRoute('/lesson/12/resources/2', { user: aisyah })
  expect(await screen.findByRole('link', { name: 'See the course - Free' })).toBeTruthy()
})

test("a lesson shows its author's own exercise, another one the scratchpad, and one without practice nothing", async () => {
  const exercise = {
    kind: 'exercise' as const,
    language: 'javascript' as const,
    prompt: 'Count the hits.',
    starter: 'function hits(rows) {}',
    checks: [{ expression: 'hits([1])', expected: '1' }],
  }
  const [first, ...others] = measuring.resources
  const own = { ...measuring, resources: first ? [{ ...first, practice: exercise }, ...others] : [] }
  answerCourse({ contents: [basics, own] })
  answerResources(basics, own)
  recordCalls('saveResourceProgress', saved(false))
  answer('readExercise', { success: true, data: null })
  const { unmount } = await renderRoute('/lesson/12/resources', { user: aisyah })
  expect(await screen.findByText('Count the hits.')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Exercise code' }).value).toBe(
    'function hits(rows) {}',
  )
  unmount()
  const none = first ? [{ ...first, practice: { kind: 'off' as const } }, ...others] : []
  const without = { ...measuring, resources: none }
  answerCourse({ contents: [basics, without] })
  answerResources(basics, without)
  await renderRoute('/lesson/12/resources', { user: aisyah })
  await screen.findByText('Module 2, item 1 of 2')
  expect(screen.queryByText('Practice Exercise')).toBeNull()
})
