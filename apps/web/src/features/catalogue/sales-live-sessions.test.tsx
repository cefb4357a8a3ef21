import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

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
  expect(session?.textContent).toBe('Ask us anything3 Dec 2026, 20:00 · 1h 30m')
  screen.getByText('and 11 more')
})
