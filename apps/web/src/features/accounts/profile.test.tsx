import { badgeKeys, type Achievements } from '@apogee/contracts/achievements/achievements.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, aisyah, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const enrolled = (
  id: number,
  title: string,
  completedLessons: number,
  totalLessons: number,
  lastAccessed: string | null,
) =>
  aCourse({
    id,
    title,
    isEnrolled: true,
    enrollment: { progress: { completedLessons, totalLessons }, lastAccessed },
  })

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const achievements = (given: Partial<Achievements> = {}): Achievements => ({
  xp: 2450,
  level: 7,
  levelFrom: 2100,
  levelTo: 2800,
  streak: { days: 4, isToday: false },
  averageScore: null,
  timeZone: ownZone,
  badges: badgeKeys.map((key) => ({
    key,
    earnedAt: key === 'first-light' ? '2026-11-18T06:00:00.000Z' : null,
    done: key === 'parking-orbit' ? 4 : 0,
    needed: key === 'parking-orbit' ? 10 : 1,
  })),
  ...given,
})
const answerAchievements = (given?: Partial<Achievements>) =>
  answer('readAchievements', { success: true, data: achievements(given) })

beforeEach(() => {
  const courses = [
    enrolled(5, 'Practical Machine Learning', 1, 2, '2026-11-18T06:05:00.000Z'),
    enrolled(6, 'Git Without Fear', 0, 0, null),
  ]
  answer('listEnrolledCourses', { success: true, data: courses, meta: { total: 2, nextCursor: null } })
})

const figure = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent

test('the profile shows name, role and a link to the settings', async () => {
  await renderRoute('/profile', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Aisyah Rahman' })).toBeTruthy()
  expect(screen.getByText('Student')).toBeTruthy()
  const settings = screen.getAllByRole('link', { name: 'Settings' })
  expect(settings.some((link) => link.getAttribute('href') === '/settings')).toBe(true)
})

test("an admin's badge shows the role", async () => {
  await renderRoute('/profile', { user: admin })
  const heading = await screen.findByRole('heading', { level: 1, name: 'Farid Hakim' })
  expect(within(heading.parentElement as HTMLElement).getByText('Admin')).toBeTruthy()
})

test('the profile counts Courses Enrolled, Average Progress, Average Score and Day Streak', async () => {
  answerAchievements({ averageScore: 85, streak: { days: 7, isToday: false } })
  await renderRoute('/profile', { user: aisyah })
  await screen.findByText('Practical Machine Learning')
  expect(await figure('Courses Enrolled')).toBe('2')
  expect(await figure('Average Progress')).toBe('25%')
  await screen.findByText('85%')
  expect(await figure('Average Score')).toBe('85%')
  expect(await figure('Day Streak')).toBe('7 days')
  expect(screen.queryByText(/coming soon/i)).toBeNull()
})

test('before the first graded assessment the profile says that there is no average score', async () => {
  await renderRoute('/profile', { user: aisyah })
  expect(await screen.findByText('No assessment graded yet')).toBeTruthy()
  expect(await figure('Average Score')).toContain('–')
  expect(await figure('Day Streak')).toBe('0 days')
})

test('the Level & XP section shows the progress between two levels', async () => {
  answerAchievements()
  await renderRoute('/profile', { user: aisyah })
  const section = within(await screen.findByRole('region', { name: 'Level & XP' }))
  expect(await section.findByText('Level 7')).toBeTruthy()
  expect(section.getByText('2,450 XP')).toBeTruthy()
  expect(section.getByText('350 XP to level 8')).toBeTruthy()
  const bar = section.getByRole('progressbar', { name: 'Progress to level 8' })
  expect(bar.getAttribute('aria-valuetext')).toBe('350 of 700 XP')
  expect(bar.getAttribute('aria-valuenow')).toBe('50')
  expect(
    section.getByText(/^Learn something today to continue your streak\. You may miss one day in seven/),
  ).toBeTruthy()
})

test('the Achievements section shows every badge with how to earn it', async () => {
  answerAchievements()
  await renderRoute('/profile', { user: aisyah })
  const section = within(await screen.findByRole('region', { name: 'Achievements' }))
  expect(await section.findByText('1 of 13 earned')).toBeTruthy()
  expect(section.getAllByRole('heading', { level: 3 })).toHaveLength(13)
  expect(section.getByText('First Light').parentElement?.textContent).toBe(
    'First LightComplete your first lessonEarned 18 Nov 2026',
  )
  expect(section.getByText('Parking Orbit').parentElement?.textContent).toBe(
    'Parking OrbitComplete 10 lessons or PDFs4 of 10',
  )
  expect(section.getByText('Touchdown').parentElement?.textContent).toContain('Not earned yet')
})

test('achievements that could not be loaded can be retried', async () => {
  breakNetwork('readAchievements')
  const page = await renderRoute('/profile', { user: aisyah })
  const section = within(await screen.findByRole('region', { name: 'Achievements' }))
  expect(await section.findByText('Your achievements could not be loaded')).toBeTruthy()
  answerAchievements()
  await page.press.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByText('First Light')).toBeTruthy()
})

test('a new time zone of the browser is sent to the server', async () => {
  answerAchievements({ timeZone: 'Pacific/Kiritimati' })
  const saved = recordCalls('saveTimeZone', {
    success: true,
    data: achievements({ streak: { days: 9, isToday: true } }),
  })
  await renderRoute('/profile', { user: aisyah })
  expect(await screen.findByText('9 days')).toBeTruthy()
  expect(saved[0]?.body).toEqual({ timeZone: ownZone })
})

test('certificates link to their public page', async () => {
  answer('listCertificates', {
    success: true,
    data: [
      {
        id: 'AbCdEfGhIjKlMnOpQrStUv',
        courseId: 6,
        courseTitle: 'Git Without Fear',
        sellerName: 'Orbit Academy Sdn Bhd',
        issuedAt: '2026-11-18T06:00:00.000Z',
        isSeen: true,
      },
    ],
    meta: { total: 1, nextCursor: null },
  })
  await renderRoute('/profile', { user: aisyah })
  const section = within(await screen.findByRole('region', { name: 'Certificates' }))
  const link = await section.findByRole('link', { name: 'Certificate for Git Without Fear' })
  expect(link.getAttribute('href')).toBe('/certificates/AbCdEfGhIjKlMnOpQrStUv')
  expect(section.getByText('Issued 18 Nov 2026')).toBeTruthy()
})

test('current courses show progress and last access, and link to the course', async () => {
  await renderRoute('/profile', { user: aisyah })
  const list = within(await screen.findByRole('region', { name: 'Current Courses' }))
  const link = await list.findByRole('link', { name: 'Practical Machine Learning' })
  expect(link.getAttribute('href')).toBe('/course/5')
  expect(list.getByText('Last accessed 18 Nov 2026')).toBeTruthy()
  expect(list.getByText('Not started yet')).toBeTruthy()
  const bar = list.getByRole('progressbar', { name: 'Progress in Practical Machine Learning' })
  expect(bar.getAttribute('aria-valuetext')).toBe('50% complete (1/2 lessons)')
})

test('a profile without courses links to browsing', async () => {
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await renderRoute('/profile', { user: aisyah })
  expect(await screen.findByText('No Enrolled Courses')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
  expect(await figure('Average Progress')).toBe('0%')
})

test('courses of the profile that could not be loaded can be retried', async () => {
  breakNetwork('listEnrolledCourses')
  const page = await renderRoute('/profile', { user: aisyah })
  expect(await screen.findByText('Your courses could not be loaded')).toBeTruthy()
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No Enrolled Courses')).toBeTruthy()
})

test('the profile is available in Malay', async () => {
  await renderRoute('/profile', { user: aisyah, language: 'ms' })
  expect(await screen.findByText('Kursus Semasa')).toBeTruthy()
  expect(screen.getByText('Pelajar')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Pencapaian' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Tahap & XP' })).toBeTruthy()
})
