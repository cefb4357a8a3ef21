import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const answerCourses = (courses: ReturnType<typeof aCourse>[]) =>
  answer('listCourses', ({ query }) => {
    const data = courses.filter(({ price }) => query['price'] !== 'free' || price === 0)
    return { success: true, data, meta: { total: data.length, nextCursor: null } }
  })

test('the landing page links to the marketplace and to creators, and shows a free course beside paid ones', async () => {
  answerCourses([
    ...[9, 8, 7, 6].map((id) => aCourse({ id, title: `Paid ${id}` })),
    aCourse({ id: 5, title: 'Git Without Fear', price: 0 }),
  ])
  await renderRoute('/')
  expect(screen.getByRole('heading', { level: 1, name: 'Go further than where you started.' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse courses' }).getAttribute('href')).toBe('/marketplace')
  expect(screen.getByRole('link', { name: 'Teach on Apogee' }).getAttribute('href')).toBe('/business')
  expect((await screen.findAllByRole('link', { name: 'Git Without Fear' })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: 'Paid 6' })).toBeNull()
})

test('invented figures on the landing page are marked as an example', async () => {
  answerCourses([aCourse({ id: 9 }), aCourse({ id: 8 })])
  await renderRoute('/')
  await screen.findByText('62% complete (13/21 lessons)')
  expect(screen.getAllByText('Example').length).toBe(2)
  // The example on the page has invented figures, which no course has.
  const example = document.querySelector('.landing-example')
  expect(example?.querySelector('h3')?.textContent).toBe('Your course')
})

test('signed-in people are redirected from the landing page to their dashboard', async () => {
  answerCourses([])
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const page = await renderRoute('/', { user: aisyah })
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
})

test('creators see the features, the three plans, and both links', async () => {
  await renderRoute('/business')
  expect(await screen.findByRole('heading', { name: 'Features' })).toBeTruthy()
  expect(screen.getByText('Up to 5 courses')).toBeTruthy()
  expect(screen.getByText('$79').closest('li')?.textContent).toContain('Recommended')
  expect(screen.getByRole('heading', { name: 'Enterprise' })).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Partner Login' })[0]?.getAttribute('href')).toBe('/login')
  expect(screen.getAllByRole('link', { name: 'Become a Partner' })[0]?.getAttribute('href')).toBe(
    '/admin/register',
  )
})

test.each(['/', '/business'])(
  'the marketing claims guarantee, lifetime access and certificate are on %s',
  async (path) => {
    answerCourses([])
    await renderRoute(path)
    for (const claim of ['30-day money-back guarantee', 'Lifetime access', 'Certificate of completion']) {
      expect(await screen.findByText(claim)).toBeTruthy()
    }
  },
)

test('the landing page shows a course to creators at its real price', async () => {
  answerCourses([aCourse({ id: 9 }), aCourse({ id: 8, price: 12_900 })])
  await renderRoute('/')
  const controls = await screen.findByRole('region', { name: 'Example of a course’s selling controls' })
  expect(controls.textContent).toContain('129.00')
  expect(controls.textContent).toContain('/course-sales?courseId=8')
})

test("the landing page shows each category's count, and links to it", async () => {
  answerCourses([])
  answer('countCourses', {
    success: true,
    data: [
      { category: 'AI & ML', courses: 4, free: 1 },
      { category: 'Programming', courses: 1, free: 0 },
      { category: null, courses: 2, free: 2 },
    ],
  })
  await renderRoute('/')
  const shelves = await screen.findByRole('region', { name: 'Find your subject' })
  expect(
    within(shelves)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Programming1 course', 'AI & ML4 courses'])
  expect(within(shelves).getByRole('link', { name: 'AI & ML' }).getAttribute('href')).toBe(
    '/marketplace?category=AI+%26+ML',
  )
  expect(screen.getByRole('link', { name: 'See 7 courses, 3 free' }).getAttribute('href')).toBe(
    '/marketplace',
  )
})

test('the section of free courses shows free ones only, without those above', async () => {
  answerCourses([
    ...[20, 21, 22].map((id) => aCourse({ id, title: `Paid ${id}` })),
    ...[11, 12, 13, 14, 15].map((id) => aCourse({ id, title: `Free ${id}`, price: 0 })),
  ])
  await renderRoute('/')
  const shelf = await screen.findByRole('region', { name: 'Start for free' })
  const titles = within(shelf)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
  expect(titles).toEqual(['Free 12', 'Free 13', 'Free 14', 'Free 15'])
})

test('the landing page answers questions about payment, refund, certificate and languages', async () => {
  answerCourses([])
  await renderRoute('/')
  const questions = await screen.findByRole('region', { name: 'Before you begin' })
  for (const words of [
    'FPX online banking, by card or by e-wallet',
    'within 30 days',
    'certificate of completion',
    'English and Malay',
  ]) {
    expect(questions.textContent).toContain(words)
  }
})

test('without courses the landing page shows neither lists nor invented counts', async () => {
  answerCourses([])
  await renderRoute('/')
  await screen.findByRole('region', { name: 'Before you begin' })
  expect(screen.queryByRole('region', { name: 'Find your subject' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Start for free' })).toBeNull()
  expect(screen.queryByText('Example')).toBeNull()
})
