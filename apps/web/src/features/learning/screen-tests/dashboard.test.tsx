import type { Achievements } from '@apogee/contracts/achievements/achievements.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { forgetOpenedPlaying, isOpenedPlaying } from '#web/features/learning/continuous-play.ts'
import { answer, breakNetwork } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const achievements: Achievements = {
  xp: 2450,
  level: 7,
  levelFrom: 2100,
  levelTo: 2800,
  streak: { days: 1, isToday: true },
  averageScore: 85,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  badges: [],
}
const courses = (...data: ReturnType<typeof aCourse>[]) =>
  answer('listEnrolledCourses', { success: true, data, meta: { total: data.length, nextCursor: null } })

const studied = aCourse({
  isEnrolled: true,
  enrollment: { progress: { completedLessons: 1, totalLessons: 4 }, lastAccessed: null },
})

const certificate = {
  id: 'AbCd',
  courseId: 6,
  courseTitle: 'Git Without Fear',
  sellerName: 'Orbit Academy Sdn Bhd',
  issuedAt: '2026-11-18T06:00:00.000Z',
  isSeen: true,
}

beforeEach(() => {
  // The path of `readCourse` also matches the address of the list. The mock answers with the last match, so the list is registered
  // later.
  answer('readCourse', {
    success: true,
    data: { ...studied, contents: [], permissions: { study: true, manage: false } },
  })
  courses(studied)
  answer('readAchievements', { success: true, data: achievements })
})

const figure = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent

test("the greeting is 'Welcome back, {name}', and 'Cadet' for people without a name", async () => {
  const named = await renderRoute('/dashboard', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Aisyah Rahman' })).toBeTruthy()
  named.unmount()
  await renderRoute('/dashboard', { user: { ...aisyah, name: null } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Cadet' })).toBeTruthy()
})

test("the dashboard shows the learner's XP with their level, and counts Enrolled Courses", async () => {
  await renderRoute('/dashboard', { user: aisyah })
  expect(await screen.findByText('2,450 XP')).toBeTruthy()
  expect(await figure('Level 7')).toBe('2,450 XP')
  expect(await figure('Enrolled Courses')).toBe('1')
  expect(await figure('Day Streak')).toBe('1 day')
})

test("a card of 'Your Courses' has image, title, progress percent and Instructor, and links to the course", async () => {
  await renderRoute('/dashboard', { user: aisyah })
  const own = within(await screen.findByRole('region', { name: 'Your Courses' }))
  const link = own.getByRole('link', { name: 'Practical Machine Learning' })
  expect(link.getAttribute('href')).toBe('/course/5')
  expect(own.getByText('25%')).toBeTruthy()
  expect(own.getByText(/^Instructor/)).toBeTruthy()
  expect(own.getByRole('link', { name: 'Browse More Courses' }).getAttribute('href')).toBe('/courses')
})

test('a card shows a segment for each module and the time that is left, and the first visit is greeted', async () => {
  const modules = [
    { done: 1, total: 2 },
    { done: 0, total: 3 },
  ]
  const progress = { completedLessons: 1, totalLessons: 4 }
  courses(
    aCourse({ isEnrolled: true, enrollment: { progress, lastAccessed: null, modules, minutesLeft: 72 } }),
  )
  const first = await renderRoute('/dashboard', { user: aisyah })
  const own = within(await screen.findByRole('region', { name: 'Your Courses' }))
  expect(own.getByText('1h 12m left')).toBeTruthy()
  const bar = own.getByRole('progressbar', { name: 'Progress of Practical Machine Learning' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  const widths = (name: string) => [...bar.querySelectorAll(name)].map((part) => part.getAttribute('width'))
  expect(widths('.ap-progress-track')).toEqual(['39.68%', '59.52%'])
  expect(widths('.ap-progress-fill')).toEqual(['19.84%'])
  expect(screen.getByText(/^Good to have you here/)).toBeTruthy()
  first.unmount()
  courses(enrolledIn(5, 'SQL', 2, '2026-11-17T02:00:00.000Z'))
  await renderRoute('/dashboard', { user: aisyah })
  await screen.findByRole('region', { name: 'Carry on' })
  expect(screen.queryByText(/^Good to have you here/)).toBeNull()
})

const enrolledIn = (id: number, title: string, completedLessons: number, lastAccessed: string) =>
  aCourse({
    id,
    title,
    isEnrolled: true,
    enrollment: { progress: { completedLessons, totalLessons: 4 }, lastAccessed },
  })

test('the first action leads to the latest unfinished course, and those come first', async () => {
  courses(
    enrolledIn(15, 'Git Without Fear', 4, '2026-11-19T02:00:00.000Z'),
    enrolledIn(5, 'SQL', 2, '2026-11-17T02:00:00.000Z'),
    enrolledIn(9, 'Figma', 1, '2026-11-12T02:00:00.000Z'),
  )
  await renderRoute('/dashboard', { user: aisyah })
  const first = within(await screen.findByRole('region', { name: 'Carry on' }))
  expect(first.getByRole('link', { name: 'SQL' })).toBeTruthy()
  expect(first.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/course/5')
  const own = within(screen.getByRole('region', { name: 'Your Courses' }))
  const titles = own.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['SQL', 'Figma', 'Git Without Fear'])
})

const next = { id: 31, courseContentId: 12, title: 'Reading a confusion matrix' }

test('each unfinished course links to its next lesson; a finished one shows Completed', async () => {
  const begun = { progress: { completedLessons: 1, totalLessons: 4 }, lastAccessed: null }
  courses(
    aCourse({ isEnrolled: true, enrollment: { ...begun, next } }),
    aCourse({ id: 6, title: 'SQL', isEnrolled: true, enrollment: { ...begun, next: { ...next, id: 40 } } }),
    enrolledIn(15, 'Git Without Fear', 4, '2026-11-19T02:00:00.000Z'),
  )
  await renderRoute('/dashboard', { user: aisyah })
  const own = within(await screen.findByRole('region', { name: 'Your Courses' }))
  expect(
    own
      .getAllByRole('link', { name: 'Next: Reading a confusion matrix' })
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/lesson/12/resources/31', '/lesson/12/resources/40'])
  expect(own.getAllByText('Completed')).toHaveLength(1)
  const first = within(screen.getByRole('region', { name: 'Carry on' }))
  expect(first.getByText('Next: Reading a confusion matrix')).toBeTruthy()
  const onward = first.getByRole('link', { name: 'Continue' })
  expect(onward.getAttribute('href')).toBe('/lesson/12/resources/31')
  // The press is judged without following the link.
  onward.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(onward, { ctrlKey: true })
  expect(isOpenedPlaying(31)).toBe(false)
  fireEvent.click(onward)
  expect(isOpenedPlaying(31)).toBe(true)
  const late = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
  onTestFinished(() => late.mockRestore())
  expect(isOpenedPlaying(31), 'a press that did not open the lesson is forgotten').toBe(false)
  late.mockRestore()
  forgetOpenedPlaying()
  const [small] = own.getAllByRole('link', { name: /^Next: / })
  small!.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(small!)
  expect(isOpenedPlaying(31), 'the small link of a card does not ask for playing').toBe(false)
})

test("with every course finished the first action is 'Browse Courses'", async () => {
  courses(enrolledIn(15, 'Git Without Fear', 4, '2026-11-19T02:00:00.000Z'))
  await renderRoute('/dashboard', { user: aisyah })
  const first = within(await screen.findByRole('region', { name: 'Carry on' }))
  expect(first.getByText('You have completed every lesson.')).toBeTruthy()
  expect(first.queryByRole('link', { name: 'Continue' })).toBeNull()
  expect(first.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
})

test("'No Enrolled Courses' offers 'Browse Courses'", async () => {
  courses()
  await renderRoute('/dashboard', { user: aisyah })
  expect(await screen.findByText('No Enrolled Courses')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
})

test('certificates are shown on the dashboard once there are any', async () => {
  const without = await renderRoute('/dashboard', { user: aisyah })
  await screen.findByText('2,450 XP')
  expect(screen.queryByRole('heading', { name: 'Certificates' })).toBeNull()
  without.unmount()
  answer('listCertificates', { success: true, data: [certificate], meta: { total: 1, nextCursor: null } })
  await renderRoute('/dashboard', { user: aisyah })
  const link = await screen.findByRole('link', { name: 'Certificate for Git Without Fear' })
  expect(link.getAttribute('href')).toBe('/certificates/AbCd')
})

test('achievements that could not be loaded do not affect the courses', async () => {
  breakNetwork('readAchievements')
  await renderRoute('/dashboard', { user: aisyah })
  await screen.findByRole('region', { name: 'Your Courses' })
  await waitFor(async () => expect(await figure('Level & XP')).toBe('–'))
  await waitFor(async () => expect(await figure('Enrolled Courses')).toBe('1'))
})

test('a completed course links to its certificate', async () => {
  answer('listDiscussions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listCertificates', ({ query }) => {
    expect(query['courseId']).toBe('5')
    return { success: true, data: [certificate], meta: { total: 1, nextCursor: null } }
  })
  await renderRoute('/course/5', { user: aisyah })
  const link = await screen.findByRole('link', { name: 'View certificate' })
  expect(link.getAttribute('href')).toBe('/certificates/AbCd')
})

test('the bell shows the number of unread notifications', async () => {
  answer('listNotifications', { success: true, data: [], meta: { total: 9, nextCursor: null, unread: 3 } })
  await renderRoute('/dashboard', { user: aisyah })
  const bell = await screen.findByRole('link', { name: 'Notifications, 3 unread' })
  expect(bell.getAttribute('href')).toBe('/notifications')
})
