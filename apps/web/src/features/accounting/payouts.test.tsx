import type { LedgerSummary } from '@apogee/contracts/accounting/accounting.ts'
import type { Payout } from '@apogee/contracts/accounting/payouts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const superadmin = { ...admin, role: 'superadmin' as const, businessId: null }
const seller = { id: 3, name: 'Orbit Academy' }
/** A busy machine needs longer than the default of a second. */
const patience = { timeout: 10_000 }

const payout = (given: Partial<Payout> = {}): Payout => ({
  id: 7,
  state: 'prepared',
  seller,
  amount: 80_000,
  notes: [],
  largestFormer: 10_000,
  bank: { bankName: 'Maybank', accountEndsWith: '5678', savedAt: '2026-11-20T02:00:00.000Z' },
  preparedBy: { id: 999, name: 'Farid' },
  preparedAt: '2026-11-25T02:00:00.000Z',
  expiresAt: '2026-12-02T02:00:00.000Z',
  approvedBy: null,
  approvedAt: null,
  endedBy: null,
  endedAt: null,
  cause: null,
  reason: null,
  reference: null,
  heldBecause: [],
  ...given,
})

const approvedPayout = payout({
  state: 'approved',
  expiresAt: null,
  approvedBy: { id: 998, name: 'Mei Ling' },
  approvedAt: '2026-11-26T02:00:00.000Z',
})

let listed: Payout[]
beforeEach(() => {
  listed = [payout()]
  answer('listPayouts', ({ query }) => ({
    success: true,
    data: listed.filter(({ state }) => groupOf(state) === query['group']),
    meta: { total: listed.length, nextCursor: null, open: { prepared: 1, approved: 0 } },
  }))
  answer('readSellerPayoutBank', {
    success: true,
    data: {
      bankName: 'Maybank',
      accountNumber: '514012345678',
      accountHolder: 'Orbit Sdn Bhd',
      savedAt: '2026-11-20T02:00:00.000Z',
    },
  })
})

const groupOf = (state: Payout['state']) => (state === 'prepared' || state === 'approved' ? state : 'ended')

const noted = (name: Parameters<typeof answer>[0], data: unknown) => {
  const sent: SentRequest[] = []
  answer(name, (request: SentRequest) => {
    sent.push(request)
    return { success: true, data } as never
  })
  return sent
}

describe('the ledger where payouts take two superadmins', () => {
  const summary: LedgerSummary = {
    seller: { ...seller, isPlatform: false },
    balance: 90_000,
    reserved: 10_000,
    payable: 50_000,
    payouts: { approvals: 'two', isOneByChoice: false, open: 30_000 },
    month: null,
    opening: 0,
    closing: 90_000,
    sales: 100_000,
    refunds: 0,
    chargebacks: 0,
    tax: 7_407,
    fees: -10_000,
    net: 90_000,
    transfers: 0,
  }
  beforeEach(() => {
    answer('readLedger', { success: true, data: summary })
    answer('listLedger', { success: true, data: [], meta: { total: 0, nextCursor: null } })
    answer('listBalances', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  })

  test('a superadmin prepares a payout instead of recording it, up to what is not in open payouts', async () => {
    const sent = noted('preparePayout', payout())
    const page = await renderRoute('/admin/ledger?seller=3', { user: superadmin })
    await page.press.click(await screen.findByRole('button', { name: 'Prepare payout' }, patience))
    expect(screen.queryByRole('button', { name: 'Record payout' })).toBeNull()
    const dialog = within(await screen.findByRole('dialog', {}, patience))
    expect(dialog.getByLabelText<HTMLInputElement>('Amount in RM').value).toBe('500.00')
    expect(dialog.getByText(/In open payouts: RM 300\.00\. Ready to be paid: RM 500\.00/)).toBeTruthy()
    expect(await dialog.findByText('514012345678', {}, patience)).toBeTruthy()
    await page.press.click(dialog.getByRole('button', { name: 'Prepare payout' }))
    await waitFor(() => expect(sent).toHaveLength(1), patience)
    expect(sent[0]?.body).toMatchObject({ sellerId: 3, amount: 50_000, expectedBalance: 90_000 })
    expect(await screen.findByText(/The other superadmins were told/, {}, patience)).toBeTruthy()
  })

  test('an amount beyond the payable balance is refused in the dialog, which stays open with it', async () => {
    refuse('preparePayout', 'PAYOUT_IN_OTHERS')
    const page = await renderRoute('/admin/ledger?seller=3', { user: superadmin })
    await page.press.click(await screen.findByRole('button', { name: 'Prepare payout' }, patience))
    const dialog = within(await screen.findByRole('dialog', {}, patience))
    await page.press.clear(dialog.getByLabelText('Amount in RM'))
    await page.press.type(dialog.getByLabelText('Amount in RM'), '600')
    await page.press.click(dialog.getByRole('button', { name: 'Prepare payout' }))
    expect(await dialog.findByText(/is in payouts that are already prepared/, {}, patience)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('Amount in RM').value).toBe('600')
  })

  test('the ledger says where an operator has chosen one superadmin', async () => {
    answer('readLedger', {
      success: true,
      data: { ...summary, payouts: { approvals: 'one', isOneByChoice: true, open: 0 } },
    })
    await renderRoute('/admin/ledger?seller=3', { user: superadmin })
    expect(await screen.findByText(/APOGEE_PAYOUT_APPROVALS=one/, {}, patience)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Record payout' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Payouts' }).getAttribute('href')).toBe('/admin/payouts')
  })
})

describe('the payouts', () => {
  test('another superadmin reviews a payout with its account and what is special, and approves it', async () => {
    listed = [payout({ notes: ['bank_changed', 'far_above'] })]
    const sent = noted('approvePayout', approvedPayout)
    const page = await renderRoute('/admin/payouts', { user: superadmin })
    expect(await screen.findByText('New bank account', {}, patience)).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Review the payout to Orbit Academy' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'RM 800.00 to Orbit Academy' }, patience))
    expect(dialog.getByText(/Prepared by Farid on/)).toBeTruthy()
    expect(dialog.getByText(/entered on 20 Nov 2026, less than 14 days/)).toBeTruthy()
    expect(dialog.getByText(/three times the largest payout so far, RM 100\.00/)).toBeTruthy()
    expect(await dialog.findByText('514012345678', {}, patience)).toBeTruthy()
    await page.press.click(dialog.getByRole('button', { name: 'Approve payout' }))
    await waitFor(() => expect(sent.map(({ params }) => params['id'])).toEqual(['7']), patience)
    expect(await screen.findByText(/It can now be transferred/, {}, patience)).toBeTruthy()
  })

  test('an account that was changed after the preparation is not shown, and no transfer is asked for', async () => {
    listed = [approvedPayout]
    answer('readSellerPayoutBank', {
      success: true,
      data: {
        bankName: 'CIMB Bank',
        accountNumber: '8001234567',
        accountHolder: 'Somebody Else',
        savedAt: '2026-11-26T03:00:00.000Z',
      },
    })
    const page = await renderRoute('/admin/payouts?show=approved', { user: superadmin })
    await page.press.click(
      await screen.findByRole('button', { name: 'Record the transfer to Orbit Academy' }, patience),
    )
    const dialog = within(await screen.findByRole('dialog', {}, patience))
    expect(await dialog.findByText(/Make no transfer\. Prepare a new payout/, {}, patience)).toBeTruthy()
    expect(dialog.queryByText('8001234567')).toBeNull()
  })

  test('another superadmin declines a payout with a reason', async () => {
    const sent = noted('declinePayout', payout({ state: 'declined' }))
    const page = await renderRoute('/admin/payouts', { user: superadmin })
    await page.press.click(
      await screen.findByRole('button', { name: 'Review the payout to Orbit Academy' }, patience),
    )
    await page.press.click(await screen.findByRole('button', { name: 'Decline…' }, patience))
    const dialog = within(await screen.findByRole('alertdialog', {}, patience))
    await page.press.click(dialog.getByRole('button', { name: 'Decline payout' }))
    expect(await dialog.findByText('A reason is required', {}, patience)).toBeTruthy()
    await page.press.type(dialog.getByLabelText('Reason'), 'Wrong account')
    await page.press.click(dialog.getByRole('button', { name: 'Decline payout' }))
    await waitFor(() => expect(sent[0]?.body).toEqual({ reason: 'Wrong account' }), patience)
  })

  test('a transfer that was made before the seller was suspended is recorded, and no other one is asked for', async () => {
    listed = [{ ...approvedPayout, heldBecause: ['suspended'] }]
    const sent = noted('recordTransfer', { balance: 0 })
    const page = await renderRoute('/admin/payouts?show=approved', { user: superadmin })
    expect(await screen.findByText('Held: suspended', {}, patience)).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Record the transfer to Orbit Academy' }))
    const dialog = within(await screen.findByRole('dialog', {}, patience))
    expect(dialog.getByText(/are held \(suspended\)\. Make no transfer now\./)).toBeTruthy()
    expect(dialog.queryByText('514012345678')).toBeNull()
    await page.press.type(dialog.getByLabelText('Bank reference'), 'MBB 9')
    await page.press.click(dialog.getByRole('button', { name: 'Record transfer made' }))
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ payoutId: 7, isMade: true }), patience)
  })

  test('whoever prepared a payout may only withdraw it', async () => {
    listed = [payout({ preparedBy: { id: superadmin.id, name: superadmin.name } })]
    const sent = noted('withdrawPayout', payout({ state: 'withdrawn' }))
    const page = await renderRoute('/admin/payouts', { user: superadmin })
    expect(await screen.findByText('Prepared by you: another superadmin decides', {}, patience)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Review/ })).toBeNull()
    await page.press.click(screen.getByRole('button', { name: 'Withdraw the payout to Orbit Academy' }))
    const dialog = within(await screen.findByRole('alertdialog', {}, patience))
    await page.press.type(dialog.getByLabelText('Reason'), 'Wrong amount')
    await page.press.click(dialog.getByRole('button', { name: 'Withdraw payout' }))
    await waitFor(() => expect(sent[0]?.body).toEqual({ reason: 'Wrong amount' }), patience)
  })

  test('the transfer of an approved payout is recorded with its reference', async () => {
    listed = [approvedPayout]
    const sent = noted('recordTransfer', { balance: 10_000 })
    const page = await renderRoute('/admin/payouts?show=approved', { user: superadmin })
    await page.press.click(
      await screen.findByRole('button', { name: 'Record the transfer to Orbit Academy' }, patience),
    )
    const dialog = within(await screen.findByRole('dialog', {}, patience))
    await page.press.type(dialog.getByLabelText('Bank reference'), 'MBB 77')
    await page.press.click(dialog.getByRole('button', { name: 'Record transfer' }))
    await waitFor(
      () =>
        expect(sent[0]?.body).toMatchObject({
          sellerId: 3,
          kind: 'payout',
          amount: 80_000,
          payoutId: 7,
          reference: 'MBB 77',
        }),
      patience,
    )
  })

  test('ended payouts say how they ended', async () => {
    const endedAt = '2026-11-26T02:00:00.000Z'
    listed = [
      payout({ id: 3, state: 'paid', endedAt, endedBy: { id: 998, name: 'Mei Ling' }, reference: 'MBB 77' }),
      payout({ id: 2, state: 'withdrawn', endedAt, cause: 'bank_changed' }),
      payout({ id: 1, state: 'declined', endedAt, cause: 'person', reason: 'Wrong account' }),
    ]
    const page = await renderRoute('/admin/payouts', { user: superadmin })
    await page.press.click(await screen.findByRole('tab', { name: 'Ended' }, patience))
    for (const said of ['Bank reference MBB 77', 'The seller’s bank details changed', 'Wrong account'])
      expect(await screen.findByText(said, {}, patience)).toBeTruthy()
    expect(page.address()).toBe('/admin/payouts?show=ended')
  })

  test('an empty list says the next step, and a failed one can be loaded again', async () => {
    listed = []
    const page = await renderRoute('/admin/payouts', { user: superadmin })
    expect(await screen.findByText('No payout waits for approval', {}, patience)).toBeTruthy()
    refuse('listPayouts', 'INTERNAL')
    await page.press.click(screen.getByRole('tab', { name: /To transfer/ }))
    expect(await screen.findByText('The payouts could not be loaded', {}, patience)).toBeTruthy()
    expect(screen.getByRole('button', { name: /try again/i })).toBeTruthy()
  })

  test('the payouts are closed to an admin of a business', async () => {
    const page = await renderRoute('/admin/payouts', { user: admin })
    await waitFor(() => expect(page.address()).toBe('/forbidden'), patience)
  })
})
