import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, keepWaiting, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const enrolled = (
  id: number,
  title: string,
  given: { archived?: true; done?: number } = {},
): CatalogueCourse =>
  aCourse({
    id,
    title,
    isEnrolled: true,
    enrollment: {
      progress: { completedLessons: given.done ?? 0, totalLessons: 4 },
      lastAccessed: null,
      ...(given.archived && { archived: true }),
    },
  })

const listOf = (data: CatalogueCourse[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})

/** `archiveEnrolment` changes these server lists. */
let own: CatalogueCourse[] = []
const isDone = ({ enrollment }: CatalogueCourse) => enrollment?.progress.completedLessons === 4
const inState = (state: string | undefined) => (course: CatalogueCourse) =>
  state === undefined
    ? true
    : state === 'archived'
      ? course.enrollment?.archived === true
      : !course.enrollment?.archived && isDone(course) === (state === 'completed')

let mayStudy = true

beforeEach(() => {
  mayStudy = true
  answer('listOpenAttempts', { success: true, data: [] })
  answer('listRepetitions', { success: true, data: { questions: [], due: 0, nextDueAt: null } })
  // The path of `readCourse` also matches the address of the list. The mock answers with the last match, so the list is registered
  // later.
  answer('readCourse', () => ({
    success: true,
    data: {
      ...enrolled(6, 'Git'),
      contents: [
        {
          id: 12,
          courseId: 6,
          title: 'Begin',
          description: '',
          order: 0,
          type: 'chapter',
          isPublished: true,
          resources: [
            {
              id: 2,
              courseId: 6,
              courseContentId: 12,
              title: 'Commits',
              fileType: 'video',
              filePath: '/media/2',
              seconds: 300,
              pages: null,
              order: 0,
              isPublished: true,
              isPreview: false,
              captions: [],
            },
          ],
        },
      ],
      permissions: { study: mayStudy, manage: false },
    },
  }))
  own = [enrolled(1, 'Git'), enrolled(2, 'SQL', { done: 4 }), enrolled(3, 'Maths', { archived: true })]
  answer('listEnrolledCourses', ({ query }) =>
    listOf(own.filter(inState(query['state'])).filter(({ title }) => title.includes(query['search'] ?? ''))),
  )
  answer('archiveEnrolment', ({ params, body }) => {
    const { archived } = body as { archived: boolean }
    own = own.map((course) =>
      course.id === Number(params['courseId'])
        ? enrolled(course.id, course.title, { done: isDone(course) ? 4 : 0, ...(archived && { archived }) })
        : course,
    )
    return { success: true }
  })
})

const open = (path = '/learning') => renderRoute(path, { user: aisyah })
const titles = () =>
  screen.queryAllByRole('listitem').map((item) => within(item).queryByRole('heading')?.textContent)
const shown = async (...expected: string[]) =>
  waitFor(() => expect(titles().filter(Boolean)).toEqual(expected))

describe('my learning', () => {
  test('names the missed questions that are due, with the way to them', async () => {
    answer('listRepetitions', { success: true, data: { questions: [], due: 3, nextDueAt: null } })
    await open()
    expect(await screen.findByText('3 questions are due again')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Answer now' }).getAttribute('href')).toBe('/learning/questions')
  })

  test('names a quiz whose time runs, with the way back to it', async () => {
    const deadline = '2026-11-23T04:30:00.000Z'
    const attempt = { assessmentId: 9, title: 'Orbit quiz', courseTitle: 'Orbits', deadline }
    answer('listOpenAttempts', { success: true, data: [attempt] })
    await open()
    expect(await screen.findByText('Quiz under way: Orbit quiz')).toBeTruthy()
    expect(screen.getByText('Orbits · Open until 23 Nov 2026, 12:30')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Continue quiz' }).getAttribute('href')).toBe('/assessment/9')
  })

  test('shows the courses although what is above them does not arrive', async () => {
    keepWaiting('listOpenAttempts')
    keepWaiting('listRepetitions')
    await open()
    await waitFor(() => expect(titles().filter(Boolean)).toEqual(['Git']), { timeout: 4_000 })
  })

  test('shows courses in progress first, with the one to go on with, and its parts by tab', async () => {
    const page = await open()
    await shown('Git')
    expect(await screen.findByRole('region', { name: 'Carry on' })).toBeTruthy()
    await page.press.click(screen.getByRole('tab', { name: 'Completed' }))
    await shown('SQL')
    await page.press.click(screen.getByRole('tab', { name: 'Archived' }))
    await shown('Maths')
    expect(page.address()).toBe('/learning?show=archived')
  })

  test('archives a course at once, and Undo brings it back', async () => {
    const page = await open()
    await shown('Git')
    await page.press.click(screen.getByRole('button', { name: 'Archive Git' }))
    expect(await screen.findByText('Git is archived. You keep your access and your progress.')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Nothing in progress' })).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Undo' }))
    await shown('Git')
  })

  test('a refused archive brings the course back and says so', async () => {
    refuse('archiveEnrolment', 'COURSE_NOT_FOUND')
    const page = await open()
    await shown('Git')
    await page.press.click(screen.getByRole('button', { name: 'Archive Git' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Course not found')
    await shown('Git')
  })

  test('searches the open part, and says when nothing matches', async () => {
    const page = await open('/learning?show=completed')
    await shown('SQL')
    await page.press.type(screen.getByRole('searchbox', { name: 'Search your courses' }), 'zzz')
    expect(await screen.findByRole('heading', { name: 'No course with “zzz”' })).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Show all' }))
    await shown('SQL')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  test('the dashboard leaves archived courses out, and says so when all are', async () => {
    const first = await open('/dashboard')
    expect(await screen.findByRole('link', { name: 'SQL' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Maths' })).toBeNull()
    first.unmount()
    own = [enrolled(3, 'Maths', { archived: true })]
    await open('/dashboard')
    expect(await screen.findByRole('heading', { name: 'Nothing in progress' })).toBeTruthy()
  })
})

describe('somebody without a course', () => {
  const free = [
    aCourse({ id: 6, title: 'Git', price: 0 }),
    aCourse({ id: 7, title: 'Empty', price: 0, isEmpty: true }),
    aCourse({ id: 8, title: 'Cohorts', price: 0, hasCohorts: true }),
  ]

  test('starts a free course with one press, which opens its first lesson', async () => {
    own = []
    const listings = recordCalls('listCourses', listOf(free))
    const enrolments = recordCalls('enroll', { success: true, message: 'Successfully enrolled' })
    answer('listContentResources', { success: true, data: [], meta: { total: 0, nextCursor: null } })
    const page = await open()
    const start = await screen.findByRole('button', { name: 'Start now' })
    expect(listings[0]?.query).toMatchObject({ price: 'free', sort: 'students' })
    await page.press.click(start)
    await waitFor(() => expect(page.address()).toBe('/lesson/12/resources/2'))
    expect(enrolments.map(({ params }) => params['courseId'])).toEqual(['6'])
  })

  test('enters a free course that waits for another one by its page', async () => {
    own = []
    answer('listCourses', listOf(free))
    answer('enroll', { success: true, message: 'Successfully enrolled' })
    mayStudy = false
    const page = await open()
    await page.press.click(await screen.findByRole('button', { name: 'Start now' }, { timeout: 10_000 }))
    await waitFor(() => expect(page.address()).toBe('/course/6'), { timeout: 10_000 })
  })

  test('sees the same on the dashboard, below its specified text', async () => {
    own = []
    answer('listCourses', listOf(free))
    await open('/dashboard')
    expect(await screen.findByRole('heading', { name: 'No Enrolled Courses' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Start with a free course' })).toBeTruthy()
  })
})

describe('the wishlist', () => {
  test('lists courses with their price, and removes one with Undo', async () => {
    let wished = [aCourse({ id: 5, title: 'Machines', price: 24_900 })]
    const all = wished
    answer('listWishlist', () => listOf(wished))
    answer('removeFromWishlist', () => {
      wished = []
      return { success: true }
    })
    answer('addToWishlist', () => {
      wished = all
      return { success: true }
    })
    const page = await open('/learning?show=wishlist')
    await shown('Machines')
    expect(screen.getByRole('link', { name: 'Machines' }).getAttribute('href')).toBe('/sp/5/')
    await page.press.click(screen.getByRole('button', { name: 'Remove Machines from your wishlist' }))
    expect(await screen.findByRole('heading', { name: 'Your wishlist is empty' })).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Undo' }))
    await shown('Machines')
  })
})
