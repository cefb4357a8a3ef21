import type { SourceRow } from '@apogee/contracts/operations/conversion.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { taggedAddress } from './components/tag-link.tsx'
import { rateOf } from './components/source-chart.tsx'

const row = (source: string, visitors: number, orders: number, more: Partial<SourceRow> = {}): SourceRow => ({
  source,
  visitors,
  carts: 0,
  checkouts: orders,
  orders,
  enrolments: 0,
  revenue: orders * 4_900,
  refunds: 0,
  ...more,
})
const figures = (sources: SourceRow[]) => ({
  success: true as const,
  data: { from: '2026-10-28', to: '2026-11-26', sources },
})

beforeEach(() => {
  answer('readAnalytics', {
    success: true,
    data: {
      scope: 'business',
      totalUsers: 1,
      activeUsers: 0,
      totalRevenue: 0,
      completionRate: null,
      months: [{ month: '2026-11', enrolments: 0, revenue: 0 }],
      topCourses: [],
    },
  })
  answer('listCourses', {
    success: true,
    data: [aCourse({ id: 3, title: 'Orbits' }), aCourse({ id: 4, title: 'Rockets' })],
    meta: { total: 2, nextCursor: null },
  } as never)
})

const open = (language: Language = 'en') => renderRoute('/admin?tab=analytics', { user: admin, language })
const part = async (name = 'Where buyers come from') =>
  within(await screen.findByRole('region', { name }, { timeout: 10_000 }))

test('sources are shown with visitors, orders, conversion, revenue and refunds, and their sum', async () => {
  answer(
    'readSources',
    figures([
      row('tag:newsletter|email|raya', 120, 6, { refunds: 4_900 }),
      row('site:google', 80, 1),
      row('unknown', 0, 2),
    ]),
  )
  await open()
  const shown = await part()
  const rows = (await shown.findAllByRole('row')).map((line) =>
    within(line)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(rows.slice(1)).toEqual([
    ['newsletteremail · raya', '120', '0', '6', '6', '0', '5.0 %', 'RM\u00a0294.00', 'RM\u00a049.00'],
    ['Google', '80', '0', '1', '1', '0', '1.3 %', 'RM\u00a049.00', 'RM\u00a00.00'],
    [
      'Not knownNothing was sent along with the purchase',
      '0',
      '0',
      '2',
      '2',
      '0',
      '–',
      'RM\u00a098.00',
      'RM\u00a00.00',
    ],
    ['All sources', '200', '0', '9', '9', '0', '4.5 %', 'RM\u00a0441.00', 'RM\u00a049.00'],
  ])
  shown.getByRole('list', { name: 'Visitors and buyers by source' })
  shown.getByText('newsletter: 120 visitors, 6 bought or enrolled, 5.0 %')
})

test('an instructor of a business sees no columns of money', async () => {
  answer('readSources', figures([row('direct', 3, 1, { revenue: null, refunds: null })]))
  await open()
  await screen.findByRole('table', { name: 'Where buyers come from' }, { timeout: 10_000 })
  expect(screen.queryByRole('columnheader', { name: 'Revenue' })).toBeNull()
})

test('without visitors the page says how to tag a link, and copies the tagged address', async () => {
  answer('readSources', figures([]))
  await open()
  const shown = await part()
  await shown.findByText('No visitors counted in these days')
  const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled
  expect(isDisabled(shown.getByRole('button', { name: 'Download sources' }))).toBe(true)
  const copy = shown.getByRole('button', { name: 'Copy link' })
  expect(isDisabled(copy)).toBe(true)
  const user = userEvent.setup()
  const courses = shown.getAllByRole('combobox', { name: 'Course' })
  await user.selectOptions(courses.at(-1) as HTMLElement, 'Rockets')
  await user.type(shown.getByRole('textbox', { name: 'Source name' }), 'flyer')
  await user.type(shown.getByRole('textbox', { name: 'Campaign (optional)' }), 'raya 2027')
  const address = `${location.origin}/sp/4/?utm_source=flyer&utm_campaign=raya+2027`
  expect(shown.getByRole<HTMLInputElement>('textbox', { name: 'Tagged link' }).value).toBe(address)
  await user.click(copy)
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(address), { timeout: 10_000 })
})

test('a chosen course and range are asked for, also by the download', async () => {
  const asked = recordCalls('readSources', figures([row('direct', 3, 1)]))
  const tickets = recordCalls('createTicket', {
    success: true,
    data: { url: '/api/exports/x', expiresAt: '2026-11-26T00:00:00Z' },
  })
  await open()
  const shown = await part()
  const user = userEvent.setup()
  const [choice] = await shown.findAllByRole('combobox', { name: 'Course' })
  if (!choice) throw new Error('a choice of courses')
  await within(choice).findByRole('option', { name: 'Orbits' })
  await user.selectOptions(choice, 'Orbits')
  await user.click(shown.getByRole('button', { name: 'Last 90 days' }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ courseId: '3' }), { timeout: 10_000 })
  await user.click(shown.getByRole('button', { name: 'Download sources' }))
  await waitFor(() => expect(tickets).toHaveLength(1), { timeout: 10_000 })
  expect(tickets[0]?.body).toMatchObject({ what: 'sources', filters: { courseId: 3 } })
})

test('a failure is shown, and the figures can be asked for again', async () => {
  breakNetwork('readSources')
  await open()
  await screen.findByText('The sources could not be loaded', {}, { timeout: 10_000 })
})

test('the sources are shown in Malay', async () => {
  answer('readSources', figures([row('apogee:course', 3, 1)]))
  await open('ms')
  const shown = await part('Dari mana pembeli datang')
  expect((await shown.findAllByText('Di Apogee: kursus lain')).length).toBeGreaterThan(0)
})

test('a rate is left out where more bought than visited', () => {
  expect(rateOf(row('direct', 2, 3))).toBeNull()
  expect(rateOf(row('direct', 0, 0))).toBeNull()
  expect(rateOf(row('direct', 3, 1))).toBe('33.3 %')
})

test('an address without a source name is the plain address', () => {
  expect(taggedAddress('https://apogee.example', 3, { source: ' ', campaign: 'x' })).toBe(
    'https://apogee.example/sp/3/',
  )
})
