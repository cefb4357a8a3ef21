/** The tests cover sentences of docs/specification.md#marketplace-marketplace that no other test asserts. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, keepWaiting, refuse } from '#web/testing/mock-api.ts'
import { aCourse } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const listed = (...data: ReturnType<typeof aCourse>[]) =>
  answer('listCourses', { success: true, data, meta: { total: data.length, nextCursor: null } })
const namesIn = (group: HTMLElement) =>
  within(group)
    .getAllByRole('link')
    .map((button) => button.textContent || button.getAttribute('aria-label'))

test('the marketplace has a search box, category chips, a collapsible price filter, grid or list, the count and Reset Filters', async () => {
  listed(aCourse(), aCourse({ id: 6, title: 'Git Without Fear' }))
  const { press } = await renderRoute('/marketplace')
  expect(await screen.findByText('2 courses')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search courses' })).toBeTruthy()
  expect(namesIn(await screen.findByRole('group', { name: 'Category' }))).toEqual([
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
  expect(screen.getByRole('link', { name: 'Reset Filters' })).toBeTruthy()
})

test("a failed list shows the server's own words: Error loading courses: {message}", async () => {
  refuse('listCourses', 'TOO_MANY_ATTEMPTS')
  await renderRoute('/marketplace')
  expect(
    await screen.findByText(
      'Error loading courses: Too many attempts. Please wait a few minutes and try again.',
    ),
  ).toBeTruthy()
})

test('featured instructors are real teachers, and the community section links to the community', async () => {
  listed(aCourse())
  answer('featuredInstructors', {
    success: true,
    data: [
      {
        id: 2,
        name: 'Dr. Kavitha Menon',
        avatar: null,
        courseCount: 3,
        studentCount: 77,
        category: 'AI & ML',
        course: { id: 5, title: 'Practical Machine Learning' },
      },
    ],
  })
  answer('featuredGroups', {
    success: true,
    data: [{ id: 4, name: 'SQL on Sundays', category: 'Data Science', memberCount: 5, discussionCount: 1 }],
  })
  await renderRoute('/marketplace')
  const instructors = await screen.findByRole('region', { name: 'Featured instructors' })
  expect(instructors.textContent).toContain('Dr. Kavitha MenonAI & ML · 3 courses77 students')
  const taught = within(instructors).getByRole('link', { name: 'Teaches Practical Machine Learning' })
  expect(taught.getAttribute('href')).toBe('/sp/5/')
  const community = await screen.findByRole('region', { name: 'Study with others' })
  await waitFor(() =>
    expect(community.textContent).toContain('SQL on SundaysData Science · 5 members · 1 discussion'),
  )
  expect(within(community).getByRole('link', { name: 'Go to the community' }).getAttribute('href')).toBe(
    '/community',
  )
})

test('without teachers and groups the marketplace shows none', async () => {
  listed(aCourse())
  await renderRoute('/marketplace')
  const community = await screen.findByRole('region', { name: 'Study with others' })
  expect(within(community).queryByRole('listitem')).toBeNull()
  expect(screen.queryByText('Featured instructors')).toBeNull()
})

test('a card shows its own number of students, and none when there are none', async () => {
  listed(aCourse({ studentCount: 3 }), aCourse({ id: 6, title: 'New here', studentCount: 0 }))
  await renderRoute('/marketplace')
  const card = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('li')
  expect((await card('Practical Machine Learning'))?.textContent).toContain('3 students')
  expect((await card('New here'))?.textContent).not.toContain('student')
})

test('while loading the marketplace shows Loading...', async () => {
  keepWaiting('listCourses')
  await renderRoute('/marketplace')
  expect(screen.getByText('Loading...')).toBeTruthy()
})
