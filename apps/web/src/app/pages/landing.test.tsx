import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const answerCourses = (courses: ReturnType<typeof aCourse>[]) =>
  answer('listCourses', { success: true, data: courses, meta: { total: courses.length, nextCursor: null } })

test('the landing page leads to the marketplace, to creators, and shows a free course beside paid ones', async () => {
  answerCourses([
    ...[9, 8, 7, 6].map((id) => aCourse({ id, title: `Paid ${id}` })),
    aCourse({ id: 5, title: 'Git Without Fear', price: 0 }),
  ])
  await renderRoute('/')
  expect(screen.getByRole('heading', { level: 1, name: 'Go further than where you started.' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse courses' }).getAttribute('href')).toBe('/marketplace')
  expect(screen.getByRole('link', { name: 'Teach on Apogee' }).getAttribute('href')).toBe('/business')
  expect(await screen.findByRole('link', { name: 'Git Without Fear' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Paid 6' })).toBeNull()
})

test('invented figures on the landing page are marked as an example', async () => {
  answerCourses([aCourse({ id: 9 }), aCourse({ id: 8 })])
  await renderRoute('/')
  await screen.findByText('62% complete (13/21 lessons)')
  expect(screen.getAllByText('Example').length).toBe(2)
})

test('the signed-in go from the landing page to their dashboard', async () => {
  answerCourses([])
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const page = await renderRoute('/', { user: aisyah })
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
})

test('creators see the features, the three plans, and both ways in', async () => {
  await renderRoute('/business')
  expect(screen.getByRole('heading', { name: 'Features' })).toBeTruthy()
  expect(screen.getByText('Up to 5 courses')).toBeTruthy()
  expect(screen.getByText('$79').closest('li')?.textContent).toContain('Recommended')
  expect(screen.getByRole('heading', { name: 'Enterprise' })).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Partner Login' })[0]?.getAttribute('href')).toBe('/login')
  expect(screen.getAllByRole('link', { name: 'Become a Partner' })[0]?.getAttribute('href')).toBe(
    '/admin/register',
  )
})

test.each(['/', '/business'])(
  'static marketing claims: guarantee, lifetime access and certificate stand on %s',
  async (path) => {
    answerCourses([])
    await renderRoute(path)
    for (const claim of ['30-day money-back guarantee', 'Lifetime access', 'Certificate of completion']) {
      expect(screen.getByText(claim)).toBeTruthy()
    }
  },
)

test('the landing page shows a course to creators at its true price', async () => {
  answerCourses([aCourse({ id: 9 }), aCourse({ id: 8, price: 12_900 })])
  await renderRoute('/')
  const controls = await screen.findByRole('region', { name: 'Example of a course’s selling controls' })
  expect(controls.textContent).toContain('129.00')
  expect(controls.textContent).toContain('/course-sales?courseId=8')
})
