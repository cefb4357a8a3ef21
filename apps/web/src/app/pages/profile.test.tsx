import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork } from '#web/testing/mock-api.ts'
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

beforeEach(() => {
  const courses = [
    enrolled(5, 'Practical Machine Learning', 1, 2, '2026-11-18T06:05:00.000Z'),
    enrolled(6, 'Git Without Fear', 0, 0, null),
  ]
  answer('listEnrolledCourses', { success: true, data: courses, meta: { total: 2, nextCursor: null } })
})

const figure = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent

test('it shows who one is, with the role and the way to the settings', async () => {
  await renderRoute('/profile', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Aisyah Rahman' })).toBeTruthy()
  expect(screen.getByText('Student')).toBeTruthy()
  const settings = screen.getAllByRole('link', { name: 'Settings' })
  expect(settings.some((link) => link.getAttribute('href') === '/settings')).toBe(true)
})

test('an admin’s badge says so', async () => {
  await renderRoute('/profile', { user: admin })
  const heading = await screen.findByRole('heading', { level: 1, name: 'Farid Hakim' })
  expect(within(heading.parentElement as HTMLElement).getByText('Admin')).toBeTruthy()
})

test('the figures are counted; what does not exist yet says so', async () => {
  await renderRoute('/profile', { user: aisyah })
  await screen.findByText('Practical Machine Learning')
  expect(await figure('Courses Enrolled')).toBe('2')
  expect(await figure('Average Progress')).toBe('25%')
  expect(await figure('Average Score')).toBe('Coming Soon')
  expect(await figure('Day Streak')).toBe('Coming Soon')
  expect(screen.getByText('Achievements system coming soon!')).toBeTruthy()
  expect(screen.getByText('Coming Soon: Level & XP System')).toBeTruthy()
})

test('current courses show progress and when they were last opened, and lead to the course', async () => {
  await renderRoute('/profile', { user: aisyah })
  const list = within(await screen.findByRole('region', { name: 'Current Courses' }))
  const link = await list.findByRole('link', { name: 'Practical Machine Learning' })
  expect(link.getAttribute('href')).toBe('/course/5')
  expect(list.getByText('Last accessed 18 Nov 2026')).toBeTruthy()
  expect(list.getByText('Not started yet')).toBeTruthy()
  const bar = list.getByRole('progressbar', { name: 'Progress in Practical Machine Learning' })
  expect(bar.getAttribute('aria-valuetext')).toBe('50% complete (1/2 lessons)')
})

test('without courses the next step is to browse', async () => {
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await renderRoute('/profile', { user: aisyah })
  expect(await screen.findByText('No Enrolled Courses')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
  expect(await figure('Average Progress')).toBe('0%')
})

test('courses that could not be loaded can be asked for again', async () => {
  breakNetwork('listEnrolledCourses')
  const page = await renderRoute('/profile', { user: aisyah })
  expect(await screen.findByText('Your courses could not be loaded')).toBeTruthy()
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No Enrolled Courses')).toBeTruthy()
})

test('it speaks Malay', async () => {
  await renderRoute('/profile', { user: aisyah, language: 'ms' })
  expect(await screen.findByText('Kursus Semasa')).toBeTruthy()
  expect(screen.getByText('Pelajar')).toBeTruthy()
})
