/** What spec §2 says of /marketplace and no other test of it asserts. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, keepWaiting, refuse } from '#web/testing/mock-api.ts'
import { aCourse } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const listed = (...data: ReturnType<typeof aCourse>[]) =>
  answer('listCourses', { success: true, data, meta: { total: data.length, nextCursor: null } })
const namesIn = (group: HTMLElement) =>
  within(group)
    .getAllByRole('button')
    .map((button) => button.textContent || button.getAttribute('aria-label'))

test('a search box, the category chips, a price filter that opens, grid or list, the count and Reset Filters', async () => {
  listed(aCourse(), aCourse({ id: 6, title: 'Git Without Fear' }))
  const { press } = await renderRoute('/marketplace')
  expect(await screen.findByText('2 courses')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search courses' })).toBeTruthy()
  expect(namesIn(screen.getByRole('group', { name: 'Category' }))).toEqual([
    'All Categories',
    'Programming',
    'Design',
    'Business',
    'Data Science',
    'Marketing',
    'AI & ML',
  ])
  const price = screen.getByText('Price: All')
  const filter = price.closest('details')
  expect(filter?.open).toBe(false)
  await press.click(price)
  expect(filter?.open).toBe(true)
  expect(namesIn(screen.getByRole('group', { name: 'Price' }))).toEqual(['All', 'Free', 'Paid'])
  expect(namesIn(screen.getByRole('group', { name: 'Layout' }))).toEqual(['Grid', 'List'])
  expect(screen.getByRole('button', { name: 'Reset Filters' })).toBeTruthy()
})

test('a failure is told in the server’s own words: Error loading courses: {message}', async () => {
  refuse('listCourses', 'TOO_MANY_ATTEMPTS')
  await renderRoute('/marketplace')
  expect(
    await screen.findByText(
      'Error loading courses: Too many attempts. Please wait a few minutes and try again.',
    ),
  ).toBeTruthy()
})

test('featured instructors are people who teach here, and the community section leads to the community', async () => {
  listed(
    aCourse(),
    aCourse({ id: 6, title: 'Git Without Fear', instructorName: 'Lim Wei' }),
    aCourse({ id: 7, title: 'Another', instructorName: 'Lim Wei' }),
  )
  await renderRoute('/marketplace')
  const section = (await screen.findByRole('heading', { name: 'Featured instructors' })).closest('section')
  const people = within(section as HTMLElement).getAllByRole('listitem')
  expect(people.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Dr. Kavitha Menon'),
    expect.stringContaining('Lim Wei'),
  ])
  expect(screen.getByRole('link', { name: /Go to the community/ }).getAttribute('href')).toBe('/community')
})

test('a card counts its own students; a course without any says nothing of them', async () => {
  listed(aCourse({ studentCount: 3 }), aCourse({ id: 6, title: 'New here', studentCount: 0 }))
  await renderRoute('/marketplace')
  const card = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('li')
  expect((await card('Practical Machine Learning'))?.textContent).toContain('3 students')
  expect((await card('New here'))?.textContent).not.toContain('student')
})

test('while the courses are on their way the page says Loading...', async () => {
  keepWaiting('listCourses')
  await renderRoute('/marketplace')
  expect(screen.getByText('Loading...')).toBeTruthy()
})
