import type { SecurityEntry } from '@apogee/contracts/accounts/security.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const entry: SecurityEntry = {
  id: 1,
  at: '2026-11-18T06:05:00.000Z',
  kind: 'chip.changed',
  actor: { id: 9, name: 'Farid Hakim' },
  business: { id: 1, name: 'Apogee Academy' },
  subject: null,
  details: { brandId: 'brand-7', secretEndsWith: '9876', isVerified: true },
  address: '203.0.113.5',
}

beforeEach(() => {
  answerSellersSettings()
  answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
})

test('Settings shows who changed what, when and from where', async () => {
  answer('listSecurityLog', { success: true, data: [entry], meta: { total: 1, nextCursor: null } })
  await renderRoute('/settings', { user: admin })
  const what = 'The CHIP account was changed to brand ID brand-7, secret key ••••9876'
  const row = (await screen.findByText(what)).closest('li')
  expect(row?.textContent).toContain('By Farid Hakim')
  expect(row?.textContent).toContain('Apogee Academy')
  expect(row?.textContent).toContain('from 203.0.113.5')
})

test('the security log is available in Malay', async () => {
  answer('listSecurityLog', { success: true, data: [entry], meta: { total: 1, nextCursor: null } })
  await renderRoute('/settings', { user: admin, language: 'ms' })
  expect(await screen.findByText(/Akaun CHIP telah ditukar kepada ID jenama brand-7/)).toBeTruthy()
})

test('an empty security log says so, and a failed one can be retried', async () => {
  refuse('listSecurityLog', 'INTERNAL')
  const page = await renderRoute('/settings', { user: admin })
  expect(await screen.findByText('The security log could not be loaded')).toBeTruthy()
  answer('listSecurityLog', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No changes yet')).toBeTruthy()
})
