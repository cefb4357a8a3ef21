import type { SecurityEntry } from '@apogee/contracts/accounts/security.ts'
import { securityKinds } from '@apogee/contracts/accounts/security.ts'
import { securityGroupNames } from '@apogee/contracts/security-log/security-groups.ts'
import {
  activityKinds,
  kindsOfGroup,
  type BlockedContent,
} from '@apogee/contracts/security-log/security-log.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const superadmin = { ...admin, id: 1, role: 'superadmin' as const, businessId: null }
const patient = { timeout: 10_000 }

const entry = (id: number, changed: Partial<SecurityEntry> = {}): SecurityEntry => ({
  id,
  at: '2026-11-18T06:05:00.000Z',
  kind: 'signIn.succeeded',
  actor: { id: 9, name: 'Farid Hakim' },
  business: { id: 1, name: 'Apogee Academy' },
  subject: { id: 9, name: 'Farid Hakim' },
  details: {},
  address: '203.0.113.5',
  ...changed,
})
const page = (data: SecurityEntry[], nextCursor: string | null = null) => ({
  success: true as const,
  data,
  meta: { nextCursor },
})
const whole = {
  check: { finishedAt: '2026-11-18T02:00:00.000Z', entries: 1204, breakCount: 0, breaks: [] },
  head: { block: 4, hash: 'ab', sealedAt: '2026-11-18T02:00:00.000Z' },
  fall: null,
}

beforeEach(() => {
  answer('readSecurityLogState', { success: true, data: whole })
  answer('searchSecurityLog', page([entry(1)]))
  answer('listBlockedContents', listed([]))
})
const listed = (data: BlockedContent[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})

test('a superadmin sees what browsers have blocked', async () => {
  const at = '2026-11-18T02:00:00.000Z'
  const blocked = {
    id: 1,
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    hours: 3,
    page: '/checkout',
    source: '',
    firstAt: at,
    lastAt: at,
  }
  answer('listBlockedContents', listed([blocked]))
  await renderRoute('/admin/security', { user: superadmin })
  const row = (await screen.findByText('https://evil.example', undefined, patient)).closest('tr')
  expect(row?.textContent).toContain('script-src-elem · in 3 hours')
  expect(row?.textContent).toContain('/checkout')
})

test('without reports the page says that nothing was blocked', async () => {
  await renderRoute('/admin/security', { user: superadmin })
  expect(await screen.findByText('Nothing was blocked', undefined, patient)).toBeTruthy()
})

test('every kind that this release records belongs to a group of the filter', () => {
  const grouped = securityGroupNames.flatMap(kindsOfGroup)
  expect(grouped.toSorted()).toEqual([...securityKinds, ...activityKinds].toSorted())
})

test('a superadmin sees who did what, when and from where, and that the log is whole', async () => {
  await renderRoute('/admin/security', { user: superadmin })
  const row = (await screen.findByText('Farid Hakim signed in', undefined, patient)).closest('tr')
  expect(row?.textContent).toContain('Apogee Academy')
  expect(row?.textContent).toContain('203.0.113.5')
  expect(await screen.findByText(/1,204 entries are as they were written/, undefined, patient)).toBeTruthy()
})

test('refused uploads are named with the signature that was found', async () => {
  const details = { signature: 'Win.Test.Agent', purpose: 'hand-in' }
  answer('searchSecurityLog', {
    success: true,
    data: [
      entry(2, { kind: 'upload.infected', details }),
      entry(1, { kind: 'upload.notChecked', details: { ...details, signature: 'Heuristics.Encrypted.Zip' } }),
    ],
    meta: { nextCursor: null },
  })
  await renderRoute('/admin/security', { user: superadmin })
  await screen.findByText('An upload with malware was refused (Win.Test.Agent)', undefined, patient)
  await screen.findByText('An upload that could not be checked was refused (Heuristics.Encrypted.Zip)')
})

test('places where the log was changed stand above the entries', async () => {
  const broken = [{ block: 3, fromId: 1201, throughId: 1260, problem: 'missing' as const }]
  answer('readSecurityLogState', {
    success: true,
    data: { ...whole, check: { ...whole.check, breakCount: 1, breaks: broken } },
  })
  await renderRoute('/admin/security', { user: superadmin })
  const alert = await screen.findByRole('alert', undefined, patient)
  expect(alert.textContent).toContain('The log was changed in 1 place')
  expect(alert.textContent).toContain('Entries 1201 to 1260: entries are missing')
})

test('newest entries that are missing are named above the entries', async () => {
  const fall = {
    at: '2026-11-19T02:00:00.000Z',
    block: 3,
    kept: 4,
    keptAt: '2026-11-18T02:00:00.000Z',
  }
  answer('readSecurityLogState', { success: true, data: { ...whole, fall } })
  await renderRoute('/admin/security', { user: superadmin })
  const alert = await screen.findByRole('alert', undefined, patient)
  expect(alert.textContent).toContain('The newest entries are missing')
  expect(alert.textContent).toContain('18 Nov 2026')
})

test('a block that was sealed again with other contents is named as such', async () => {
  const fall = {
    at: '2026-11-19T02:00:00.000Z',
    block: 4,
    kept: 4,
    keptAt: '2026-11-18T02:00:00.000Z',
  }
  answer('readSecurityLogState', { success: true, data: { ...whole, fall } })
  answer(
    'searchSecurityLog',
    page([entry(3, { kind: 'securityLog.fellBack', details: { block: 4, kept: 4 } })]),
  )
  await renderRoute('/admin/security', { user: superadmin })
  const alert = await screen.findByRole('alert', undefined, patient)
  expect(alert.textContent).toContain('A sealed block was replaced')
  expect(alert.textContent).toMatch(/block 4, which was sealed on 18 Nov 2026/)
  expect(
    await screen.findByText('Block 4 of the security log was sealed again with other contents', {}, patient),
  ).toBeTruthy()
})

test('counted acts show their number, and a kind of a newer release is shown as it is', async () => {
  answer(
    'searchSecurityLog',
    page([
      entry(3, { kind: 'teleport.used' }),
      entry(2, { kind: 'signIn.failed', actor: null, subject: null, details: { acts: 7 } }),
    ]),
  )
  await renderRoute('/admin/security', { user: superadmin })
  expect(await screen.findByText('teleport.used', undefined, patient)).toBeTruthy()
  const failed = screen.getByText('A sign-in with an unknown email address').closest('tr')
  expect(failed?.textContent).toContain('7 times')
  expect(failed?.textContent).toContain('Nobody signed in')
})

test('a press on a name or an address narrows the list to it, and the filter is in the address', async () => {
  const calls = recordCalls('searchSecurityLog', page([entry(1)]))
  const { press } = await renderRoute('/admin/security', { user: superadmin })
  await press.click(await screen.findByRole('button', { name: 'Show only entries of Farid Hakim' }, patient))
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ person: '9' }), patient)
  await press.click(
    await screen.findByRole('button', { name: 'Show only entries from 203.0.113.5' }, patient),
  )
  await waitFor(
    () => expect(calls.at(-1)?.query).toMatchObject({ person: '9', address: '203.0.113.5' }),
    patient,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Person').value).toBe('9')
  await press.selectOptions(screen.getByLabelText('Kind'), 'Refused requests')
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ group: 'refusals' }), patient)
})

test('typed text becomes the filter of the security log', async () => {
  const calls = recordCalls('searchSecurityLog', page([entry(1)]))
  const { press } = await renderRoute('/admin/security', { user: superadmin })
  await press.type(await screen.findByLabelText('Person', undefined, patient), 'aisyah@apogee.test')
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ person: 'aisyah@apogee.test' }), patient)
})

test('an admin sees the entries of their business, without the fields of superadmins', async () => {
  await renderRoute('/admin/security', { user: admin })
  expect(await screen.findByText('Farid Hakim signed in', undefined, patient)).toBeTruthy()
  expect(screen.getByText(/that concern your business/)).toBeTruthy()
  expect(screen.queryByLabelText('Network address')).toBeNull()
  expect(screen.queryByLabelText('Business ID')).toBeNull()
  expect(screen.queryByText(/as they were written/)).toBeNull()
  const studio = screen
    .getAllByRole('navigation')
    .flatMap((one) => within(one).queryAllByText('Security log'))
  expect(studio.length).toBeGreaterThan(0)
})

test('a student is sent away from the security log', async () => {
  await renderRoute('/admin/security', { user: aisyah })
  await waitFor(() => expect(screen.queryByText('Farid Hakim signed in')).toBeNull(), patient)
})

test('an empty log says so, a failed one can be retried, and no match shows all again', async () => {
  refuse('searchSecurityLog', 'INTERNAL')
  const { press } = await renderRoute('/admin/security?group=views', { user: admin })
  expect(await screen.findByText('The security log could not be loaded', undefined, patient)).toBeTruthy()
  answer('searchSecurityLog', page([]))
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No entry matches', undefined, patient)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Show all entries' }))
  expect(await screen.findByText('No entries yet', undefined, patient)).toBeTruthy()
})

test('the next page is loaded below, and the CSV has the filter of the list', async () => {
  answer('searchSecurityLog', page([entry(2)], '2'))
  const tickets = recordCalls('createTicket', {
    success: true,
    data: { url: '/api/exports/x', expiresAt: '2026-11-18T06:06:00.000Z' },
  })
  const { press } = await renderRoute('/admin/security?group=signIn&from=2026-11-01', { user: admin })
  expect(await screen.findByText('1 entry shown', undefined, patient)).toBeTruthy()
  answer('searchSecurityLog', page([entry(1)]))
  await press.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(screen.getAllByText('Farid Hakim signed in')).toHaveLength(2), patient)
  await press.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(tickets).toHaveLength(1), patient)
  expect(tickets[0]?.body).toEqual({
    what: 'security',
    filters: { group: 'signIn', from: '2026-11-01' },
  })
})

test('the security log is available in Malay', async () => {
  await renderRoute('/admin/security', { user: superadmin, language: 'ms' })
  expect(await screen.findByText('Farid Hakim log masuk', undefined, patient)).toBeTruthy()
  expect(await screen.findByText(/catatan masih seperti ketika ditulis/, undefined, patient)).toBeTruthy()
})
