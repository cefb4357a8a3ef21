import type { FactorRemoval } from '@apogee/contracts/accounts/factor-removals.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const patient = { timeout: 10_000 }
const superadmin = { ...admin, id: 1, role: 'superadmin' as const, businessId: null }
const removal = (changed: Partial<FactorRemoval> = {}): FactorRemoval => ({
  id: 5,
  state: 'asked',
  reason: 'Lost the phone',
  identityCheck: 'Video call with a passport',
  person: { id: 9, name: 'Siti', email: 'siti@apogee.test' },
  askedBy: { id: 2, name: 'Farid' },
  askedAt: '2026-11-26T02:00:00.000Z',
  confirmedBy: null,
  confirmedAt: null,
  takesEffectAt: null,
  endedAt: null,
  ...changed,
})
const page = (data: FactorRemoval[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})

beforeEach(() => {
  answer('searchSecurityLog', { success: true, data: [], meta: { nextCursor: null } })
  answer('readSecurityLogState', { success: true, data: { check: null, head: null, fall: null } })
  answer('listBlockedContents', { success: true, data: [], meta: { total: 0, nextCursor: null } })
})

const section = async () => {
  const heading = await screen.findByRole('heading', { name: 'Lost second factors' }, patient)
  const found = heading.closest('section')
  if (!found) throw new Error('the section is missing')
  return within(found)
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }, patient))

describe('superadmins', () => {
  test('find the requests below the log, which they open the page for', async () => {
    await renderRoute('/admin/security', { user: superadmin })
    const heading = await screen.findByRole('heading', { name: 'Lost second factors' }, patient)
    const log = await screen.findByRole('region', { name: 'Security log' }, patient)
    expect(log.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  })

  test('ask for a removal with reason and identity check', async () => {
    const calls = recordCalls('askFactorRemoval', { success: true, data: removal() })
    const { press } = await renderRoute('/admin/security', { user: superadmin })
    const removals = await section()
    expect(await removals.findByText('No requests', undefined, patient)).toBeTruthy()
    await press.click(removals.getByRole('button', { name: 'Request removal' }))
    const asked = await dialog('Request removal')
    await press.click(asked.getByRole('button', { name: 'Request removal' }))
    expect(await asked.findByText('Say how you checked who this is', undefined, patient)).toBeTruthy()
    await press.type(asked.getByLabelText('Email of the person'), 'siti@apogee.test')
    await press.type(asked.getByLabelText('What was lost, and how'), 'Lost the phone')
    await press.type(asked.getByLabelText('How you checked who this is'), 'Passport')
    await press.click(asked.getByRole('button', { name: 'Request removal' }))
    expect(await screen.findByText(/Requested. Another superadmin/, undefined, patient)).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([
      { email: 'siti@apogee.test', reason: 'Lost the phone', identityCheck: 'Passport' },
    ])
  })

  test('typed text stays when the request for a factor removal is refused', async () => {
    refuse('askFactorRemoval', 'FACTOR_REMOVAL_NOTHING')
    const { press } = await renderRoute('/admin/security', { user: superadmin })
    await press.click((await section()).getByRole('button', { name: 'Request removal' }))
    const asked = await dialog('Request removal')
    await press.type(asked.getByLabelText('Email of the person'), 'siti@apogee.test')
    await press.type(asked.getByLabelText('What was lost, and how'), 'Phone')
    await press.type(asked.getByLabelText('How you checked who this is'), 'Passport')
    await press.click(asked.getByRole('button', { name: 'Request removal' }))
    expect(await asked.findByText(/This person has no second factor/, undefined, patient)).toBeTruthy()
    expect(asked.getByLabelText<HTMLInputElement>('Email of the person').value).toBe('siti@apogee.test')
  })

  test('confirm the request of another one, and withdraw any', async () => {
    answer('listFactorRemovals', page([removal()]))
    const confirms = recordCalls('confirmFactorRemoval', { success: true, data: removal() })
    const withdrawals = recordCalls('withdrawFactorRemoval', { success: true, data: removal() })
    const { press } = await renderRoute('/admin/security', { user: superadmin })
    const removals = await section()
    await press.click(await removals.findByRole('button', { name: 'Confirm removal for Siti' }, patient))
    await press.click(
      within(await screen.findByRole('alertdialog', {}, patient)).getByRole('button', {
        name: 'Confirm removal',
      }),
    )
    expect(await screen.findByText('Confirmed. The owner is told by email.', undefined, patient)).toBeTruthy()
    await press.click(removals.getByRole('button', { name: 'Withdraw the request for Siti' }))
    await press.click(
      within(await screen.findByRole('alertdialog', {}, patient)).getByRole('button', { name: 'Withdraw' }),
    )
    expect(await screen.findByText('Withdrawn. The second factor stays.', undefined, patient)).toBeTruthy()
    expect([confirms.length, withdrawals.length]).toEqual([1, 1])
  })

  test('superadmins cannot confirm their own request for a factor removal, or one about themselves', async () => {
    answer(
      'listFactorRemovals',
      page([
        removal({ id: 7, askedBy: { id: 1, name: 'Me' } }),
        removal({ id: 6, person: { id: 1, name: 'Me', email: 'me@apogee.test' } }),
        removal({ state: 'removed', endedAt: '2026-11-27T02:00:00.000Z' }),
      ]),
    )
    await renderRoute('/admin/security', { user: superadmin })
    const removals = await section()
    expect(await removals.findByText('Removed', undefined, patient)).toBeTruthy()
    expect(removals.queryByRole('button', { name: /^Confirm removal/ })).toBeNull()
    expect(removals.getAllByRole('button', { name: /^Withdraw/ })).toHaveLength(2)
  })

  test('admins see no requests', async () => {
    await renderRoute('/admin/security', { user: admin })
    await screen.findByRole('heading', { level: 1 }, patient)
    expect(screen.queryByRole('heading', { name: 'Lost second factors' })).toBeNull()
  })
})

describe('the owner', () => {
  test('keeps it in Settings', async () => {
    answerSellersSettings()
    answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
    const due = {
      since: '2026-11-20T01:00:00.000Z',
      recoveryCodesLeft: 3,
      requirement: 'none' as const,
      removedAt: '2026-11-27T02:00:00.000Z',
    }
    answer('readSecondFactor', { success: true, data: due })
    const { press } = await renderRoute('/settings', { user: aisyah })
    const keep = await screen.findByRole('button', { name: 'Keep my second factor' }, patient)
    const calls = recordCalls('stopOwnFactorRemoval', { success: true })
    answer('readSecondFactor', { success: true, data: { ...due, removedAt: null } })
    await press.click(keep)
    expect(await screen.findByText('Your second factor stays.', undefined, patient)).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('keeps it by the mailed link, with a press', async () => {
    const calls = recordCalls('stopFactorRemovalByLink', { success: true })
    const { press } = await renderRoute('/keep-second-step/abc')
    await screen.findByRole('heading', { name: 'Keep your second factor?' }, patient)
    expect(calls).toEqual([])
    await press.click(screen.getByRole('button', { name: 'Keep my second factor' }))
    expect(await screen.findByRole('heading', { name: 'Your second factor stays.' }, patient)).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc' }])
  })

  test('reads that a link has ended', async () => {
    refuse('stopFactorRemovalByLink', 'LINK_EXPIRED')
    const { press } = await renderRoute('/keep-second-step/abc')
    await press.click(await screen.findByRole('button', { name: 'Keep my second factor' }, patient))
    expect(await screen.findByRole('heading', { name: 'This link no longer works' }, patient)).toBeTruthy()
    // Pressing the button again would change nothing.
    expect(screen.queryByRole('button', { name: 'Keep my second factor' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Open Settings' }).getAttribute('href')).toBe(
      '/settings#second-factor-heading',
    )
  })
})
