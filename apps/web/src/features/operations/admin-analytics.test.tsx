import type { Language } from '@apogee/domain/languages.ts'
import type { Analytics } from '@apogee/contracts/operations/insights.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const figures: Analytics = {
  scope: 'business',
  totalUsers: 166,
  activeUsers: 152,
  totalRevenue: 4_260_000,
  completionRate: 78,
  months: ['06', '07', '08', '09', '10', '11'].map((month, place) => ({
    month: `2026-${month}`,
    enrolments: 42 + place * 9,
    revenue: 500_000 + place * 84_000,
  })),
  topCourses: [
    {
      id: 3,
      title: 'SQL for People with Questions',
      image: '',
      category: 'Data Science',
      price: 12_900,
      students: 101,
    },
    { id: 7, title: 'Git Without Fear', image: '', category: null, price: 0, students: 1 },
  ],
}

const days = Array.from({ length: 90 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 7, 27 + index)).toISOString().slice(0, 10),
  enrolments: 2,
  money: { orders: 1, invoices: 0, sales: 1_000, refunds: 100, chargebacks: 0, fees: 0, net: 900 },
}))

beforeEach(() => {
  answer('readAnalytics', { success: true, data: figures })
  answer('readSources', { success: true, data: { from: '2026-10-28', to: '2026-11-26', sources: [] } })
  answer('listCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('readStudio', {
    success: true,
    data: { scope: 'business', sells: true, days, waiting: [], orders: [], enrolments: [], checklist: null },
  })
})

const open = (language: Language = 'en') => renderRoute('/admin?tab=analytics', { user: admin, language })
const card = async (name: string) =>
  Array.from((await screen.findByText(name)).parentElement?.querySelectorAll('dd') ?? []).map(
    ({ textContent }) => textContent,
  )

test('Analytics shows the cards Total Users, Active Users, Total Revenue and Completion Rate, each with its definition', async () => {
  await open()
  expect(await card('Total Users')).toEqual(['166', 'Your team and everyone enrolled'])
  expect(await card('Active Users')).toEqual(['152', 'Bought or joined a course'])
  expect(await card('Total Revenue')).toEqual([
    'RM 42,600.00',
    'Paid orders and invoices since the first sale, less refunds and chargebacks',
  ])
  const rows = screen.getByRole('link', { name: 'Total Revenue RM 42,600.00: show what is in it' })
  expect(rows.getAttribute('href')).toBe('/admin/ledger?show=net')
  expect(await card('Completion Rate')).toEqual([
    '78%',
    'Lessons completed, of all lessons people are enrolled in',
  ])
})

const orbits = { courseId: 3, courseTitle: 'Orbits' }

test('each suggestion is a sentence with the screen where it is done, and without any there is no panel', async () => {
  await open()
  await card('Total Users')
  expect(screen.queryByText('What to do next')).toBeNull()
  answer('listSuggestions', {
    success: true,
    data: {
      suggestions: [
        { kind: 'stopped', ...orbits, lessonId: 12, lessonTitle: 'Burn', learners: 15 },
        { kind: 'abandonedCarts', ...orbits, carts: 40, orders: 7 },
        { kind: 'unsold', ...orbits, ratingTenths: 48 },
      ],
    },
  })
  await open()
  const panel = within((await screen.findByText('What to do next')).closest('section') ?? document.body)
  panel.getByText('15 learners stopped at “Burn” in Orbits and have not come back.')
  panel.getByText('40 visitors put Orbits into the cart in the last 30 days, and 7 paid. A coupon may help.')
  panel.getByText('Orbits is rated 4.8, and nobody joined it in the last 30 days. Share it again.')
  expect(panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['See who', '/course/3/people?stoppedAt=12'],
    ['Create a coupon', '/admin/coupons'],
    ['Share the course', '/admin/sales'],
  ])
})

test('Analytics shows a Monthly Growth bar chart of six months, with the same figures for screen readers', async () => {
  await open()
  const bars = within(await screen.findByRole('list', { name: 'Monthly Growth' })).getAllByRole('listitem')
  expect(bars).toHaveLength(6)
  expect(bars[0]?.querySelector('.vh')?.textContent).toBe('June: 42 enrollments, RM 5,000.00')
  expect(bars[0]?.querySelectorAll('rect')).toHaveLength(1)
  expect(screen.getByText('New enrollments per month, November so far')).toBeTruthy()
})

test('Analytics shows a Top Courses list', async () => {
  await open()
  const ranks = within(await screen.findByRole('region', { name: 'Top Courses' })).getAllByRole('listitem')
  expect(ranks.map(({ textContent }) => textContent)).toEqual([
    'SQL for People with QuestionsRM 129.00101 students',
    'Git Without FearFree1 student',
  ])
  expect(screen.getByRole('link', { name: 'Git Without Fear' }).getAttribute('href')).toBe('/course/7/manage')
})

test('without enrolments Analytics says so, and links to the sales links', async () => {
  answer('readAnalytics', {
    success: true,
    data: {
      ...figures,
      completionRate: null,
      months: figures.months.map(({ month }) => ({ month, enrolments: 0, revenue: 0 })),
      topCourses: [],
    },
  })
  await open()
  expect(await screen.findByText('Nobody is enrolled yet')).toBeTruthy()
  expect(await card('Completion Rate')).toEqual(['–', 'No lessons yet'])
})

test('Analytics without an answer shows: Error loading data. Please try again.', async () => {
  breakNetwork('readAnalytics')
  const page = await open()
  expect(await screen.findByText('Error loading data. Please try again.')).toBeTruthy()
  answer('readAnalytics', { success: true, data: figures })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await card('Total Users')).toContain('166')
})

test('Analytics is available in Malay', async () => {
  await open('ms')
  expect(await card('Jumlah Hasil')).toContain('RM 42,600.00')
  expect(screen.getByText('Pendaftaran baharu setiap bulan, November setakat ini')).toBeTruthy()
})

/** Returns the names of the files that the browser would save. */
function downloads(): string[] {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '')
  })
  return saved
}
const ticket = {
  success: true,
  data: { url: '/api/exports/once', expiresAt: '2026-11-20T00:00:00Z' },
} as const

test('Export Data downloads what the open tab shows with a download token', async () => {
  const saved = downloads()
  const tickets = recordCalls('createTicket', ticket)
  const page = await open()
  await card('Total Users')
  await page.press.click(screen.getByRole('button', { name: 'Export Data' }))
  expect(await screen.findByText('Your download has started.')).toBeTruthy()
  expect(saved).toEqual(['/api/exports/once'])
  expect(tickets.map(({ body }) => body)).toEqual([{ what: 'analytics', filters: {} }])
})

test("Export Data of the courses uses the tab's scope", async () => {
  downloads()
  answer('listCourses', { success: true, data: [aCourse()], meta: { total: 1, nextCursor: null } })
  const tickets = recordCalls('createTicket', ticket)
  const page = await renderRoute('/admin?tab=courses&scope=business', { user: admin })
  await screen.findByText('Practical Machine Learning')
  await page.press.click(screen.getByRole('button', { name: 'Export Data' }))
  await waitFor(() => expect(tickets[0]?.body).toEqual({ what: 'courses', filters: { scope: 'business' } }))
})

test("Export Data of the users uses the tab's list and search", async () => {
  downloads()
  answer('listMyLearners', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const tickets = recordCalls('createTicket', ticket)
  const page = await renderRoute('/admin?tab=users&people=enrolled', { user: admin })
  await page.press.type(await screen.findByRole('searchbox'), 'aisyah')
  await waitFor(async () => {
    await page.press.click(screen.getByRole('button', { name: 'Export Data' }))
    expect(tickets.at(-1)?.body).toEqual({ what: 'learners', filters: { search: 'aisyah' } })
  })
})

test('a refused export says so', async () => {
  refuse('createTicket', 'INTERNAL')
  const page = await open()
  await card('Total Users')
  await page.press.click(screen.getByRole('button', { name: 'Export Data' }))
  expect(await screen.findByText('The data could not be exported. Please try again.')).toBeTruthy()
})

test('below the cards, Analytics shows revenue, refunds and enrolments by day of a chosen range', async () => {
  const { press } = await open()
  const part = within(await screen.findByRole('region', { name: 'By day' }))
  const valueOf = (name: string) => part.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
  await waitFor(() => expect(valueOf('Sales')).toBe('RM 300.00'))
  await press.click(part.getByRole('button', { name: '7 days' }))
  expect([valueOf('Sales'), valueOf('Refunds'), valueOf('Enrollments')]).toEqual([
    'RM 70.00',
    '−RM 7.00',
    '14',
  ])
})
