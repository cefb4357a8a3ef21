import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const zone = process.env['TZ']
beforeEach(() => {
  process.env['TZ'] = 'Asia/Kuala_Lumpur'
})
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test('coming live sessions are among the facts and below the contents, without a link', async () => {
  const liveSessions = {
    count: 12,
    next: [{ title: 'Ask us anything', startsAt: '2026-12-03T12:00:00.000Z', minutes: 90 }],
  }
  answer('courseSales', { success: true, data: aSalesInfo({ liveSessions }) })
  const { press } = await renderRoute('/sp/5/')
  const fact = await screen.findByText('Live sessions', { selector: 'dt' })
  expect(fact.nextElementSibling?.textContent).toBe('12 live sessions, next on 3 Dec 2026, 20:00, 1h 30m')
  await press.click(await screen.findByRole('tab', { name: 'Curriculum' }))
  const session = (await screen.findByText('Ask us anything')).closest('li')
  expect(session?.textContent).toBe('Ask us anything 3 Dec 2026, 20:00 · 1h 30m')
  screen.getByText('and 11 more')
})

test('a sales page says how many live sessions each cohort has, also where none is for everybody', async () => {
  const cohortSessions = [
    { cohortId: 3, cohortName: 'January intake', count: 5, nextAt: '2027-01-12T12:00:00.000Z' },
    { cohortId: 4, cohortName: 'June intake', count: 1, nextAt: '2027-06-12T12:00:00.000Z' },
  ]
  answer('courseSales', { success: true, data: aSalesInfo({ cohortSessions }) })
  const { press } = await renderRoute('/sp/5/')
  await press.click(await screen.findByRole('tab', { name: 'Curriculum' }))
  const first = (await screen.findByText('January intake: 5 live sessions')).closest('li')
  expect(first?.textContent).toBe('January intake: 5 live sessions from 12 Jan 2027, 20:00')
  const second = screen.getByText('June intake: 1 live session').closest('li')
  expect(second?.textContent).toBe('June intake: 1 live session 12 Jun 2027, 20:00')
  expect(screen.queryByText('Live sessions', { selector: 'dt' })).toBeNull()
})

test('people abroad see the start of a session by their own clock, too', async () => {
  process.env['TZ'] = 'Europe/London'
  const next = [{ title: 'Ask us anything', startsAt: '2026-12-03T12:00:00.000Z', minutes: 90 }]
  answer('courseSales', { success: true, data: aSalesInfo({ liveSessions: { count: 1, next } }) })
  const { press } = await renderRoute('/sp/5/')
  await press.click(await screen.findByRole('tab', { name: 'Curriculum' }))
  expect(await screen.findByText('3 Dec 2026, 12:00 (London) your time')).toBeTruthy()
})
