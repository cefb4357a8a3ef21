import type { LedgerRow, LedgerSummary, Receipt } from '@apogee/contracts/accounting/accounting.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, recordCalls, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const superadmin = { ...admin, role: 'superadmin' as const, businessId: null }
const seller = { id: 3, name: 'Orbit Academy', isPlatform: false }

const summary = (given: Partial<LedgerSummary> = {}): LedgerSummary => ({
  seller,
  balance: 90_000,
  reserved: 10_000,
  payable: 80_000,
  payouts: null,
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
  ...given,
})

const row = (given: Partial<LedgerRow> = {}): LedgerRow => ({
  id: 7,
  at: '2026-11-18T02:00:00.000Z',
  kind: 'sale',
  reference: 'ORDER1',
  note: '',
  title: 'Git Without Fear',
  gross: 100_000,
  tax: 7_407,
  fee: -10_000,
  received: 0,
  held: 0,
  change: 90_000,
  balance: 90_000,
  receipt: { id: 'RECEIPT1', kind: 'receipt', number: 'R-2026-000012' },
  isReversed: false,
  ...given,
})

const payout = row({
  id: 9,
  kind: 'payout',
  reference: 'MBB 77',
  gross: 0,
  tax: 0,
  fee: 0,
  received: 40_000,
  change: -40_000,
  balance: 50_000,
  receipt: null,
})

let rows: LedgerRow[]
let asked: SentRequest[]
beforeEach(() => {
  rows = [row()]
  asked = []
  answer('readLedger', (sent) => {
    asked.push(sent)
    return { success: true, data: summary({ month: sent.query['month'] ?? null }) }
  })
  answer('listLedger', () => ({ success: true, data: rows, meta: { total: rows.length, nextCursor: null } }))
  answer('readSellerPayoutBank', { success: true, data: null })
  answer('listBalances', {
    success: true,
    meta: { total: 1, nextCursor: null },
    data: [{ ...seller, balance: 90_000 }],
  })
})

describe('the ledger', () => {
  test('the ledger shows balances, and each posting with the balance after it', async () => {
    await renderRoute('/admin/ledger', { user: admin })
    expect(await screen.findByText('Ready to be paid RM 800.00, held for refunds RM 100.00')).toBeTruthy()
    const link = await screen.findByRole('link', { name: 'R-2026-000012' })
    expect(link.getAttribute('href')).toBe('/purchases/ORDER1/receipts/RECEIPT1')
    const line = within(link.closest('[role=row]') as HTMLElement)
    for (const said of ['Sale', 'Git Without Fear', '18 Nov 2026', 'RM 1,000.00', 'RM 74.07', '−RM 100.00']) {
      expect(line.getByText(said)).toBeTruthy()
    }
    expect(line.getAllByText('RM 900.00')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Record payout' })).toBeNull()
  })

  test('the SST of two months is shown by rate and can be downloaded', async () => {
    const periods = recordCalls('readSstReturn', {
      success: true,
      data: {
        seller: { name: 'Orbit School', registrationNumber: '', sstNumber: 'W10-1808' },
        rates: [
          {
            taxBasisPoints: 800,
            sales: { value: 100_000, tax: 8_000 },
            refunds: { value: 0, tax: 0 },
            chargebacks: { value: 1_000, tax: 80 },
          },
        ],
        tax: 7_920,
      },
    })
    const { press } = await renderRoute('/admin/ledger', { user: admin, language: 'ms' })
    await press.click(await screen.findByRole('button', { name: 'SST mengikut tempoh' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('SST ditolak bayaran balik dan caj balik: RM 79.20')).toBeTruthy()
    const [, line] = dialog.getAllByRole('row')
    expect(line?.textContent).toBe('8%RM 1,000.00SST RM 80.00–RM 10.00SST RM 0.80')
    expect(dialog.getByText('No. SST W10-1808')).toBeTruthy()
    const [first, second] = dialog.getByRole<HTMLSelectElement>('combobox').options
    expect(first?.textContent).not.toBe(second?.textContent)
    await press.selectOptions(dialog.getByRole('combobox'), second?.value ?? '')
    await expect.poll(() => periods).toHaveLength(2)
    const days = periods.map(({ query }) => [query['from']?.slice(-2), query['to']?.slice(0, 7)])
    expect(days).toEqual([
      ['01', first?.value],
      ['01', second?.value],
    ])
  })

  test('journals are downloaded with the codes that were typed, which the browser keeps for each program', async () => {
    const tickets = recordCalls('createTicket', {
      success: true,
      data: { url: '/api/exports/1', expiresAt: '2026-11-18T01:00:00.000Z' },
    })
    const { press } = await renderRoute('/admin/ledger?month=2026-11', { user: admin })
    const opened = async () => {
      await press.click(await screen.findByRole('button', { name: 'For accounting software' }))
      return within(await screen.findByRole('dialog'))
    }
    let dialog = await opened()
    expect(dialog.getByText(/^Your ledger \(November 2026\)/)).toBeTruthy()
    await press.selectOptions(dialog.getByLabelText('Program'), 'xero')
    await press.type(dialog.getByLabelText('Course sales'), '200')
    await press.click(dialog.getByRole('button', { name: 'Download journals' }))
    await expect
      .poll(() => tickets.map(({ body }) => body))
      .toEqual([
        { what: 'journals', filters: { month: '2026-11', program: 'xero', codes: { sales: '200' } } },
      ])
    dialog = await opened()
    expect(dialog.getByLabelText<HTMLInputElement>('Course sales').value).toBe('')
    await press.selectOptions(dialog.getByLabelText('Program'), 'xero')
    expect(dialog.getByLabelText<HTMLInputElement>('Course sales').value).toBe('200')
    expect(
      dialog.getByText(/up to yesterday.* entered later change the journals of earlier days/),
    ).toBeTruthy()
  })

  test('each book keeps account codes of its own', async () => {
    const opened = async (address: string) => {
      const { press, unmount } = await renderRoute(address, { user: superadmin })
      await press.click(await screen.findByRole('button', { name: 'For accounting software' }))
      const dialog = within(await screen.findByRole('dialog'))
      return { press, unmount, field: dialog.getByLabelText<HTMLInputElement>('Course sales') }
    }
    const first = await opened('/admin/ledger?seller=3')
    await first.press.type(first.field, '500')
    first.unmount()
    const second = await opened('/admin/ledger?seller=4')
    expect(second.field.value).toBe('')
    second.unmount()
    expect((await opened('/admin/ledger?seller=3')).field.value).toBe('500')
  })

  test('a superadmin is not told to enter the SST number of a seller', async () => {
    answer('readSstReturn', {
      success: true,
      data: { seller: { name: 'Orbit', registrationNumber: '', sstNumber: '' }, rates: [], tax: 0 },
    })
    const { press } = await renderRoute('/admin/ledger?seller=3', { user: superadmin })
    await press.click(await screen.findByRole('button', { name: 'SST by period' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('Nothing was sold, refunded or charged back in this period.')).toBeTruthy()
    expect(dialog.queryByText(/No SST number is saved/)).toBeNull()
  })

  test('the ledger says above the figures that nothing can be sold before the approval', async () => {
    answer('readSelling', {
      success: true,
      data: {
        needsApproval: true,
        state: 'applied',
        approvedAt: null,
        isProven: true,
        hasOwnAccount: false,
        missingChecks: [],
      },
    })
    await renderRoute('/admin/ledger', { user: admin })
    expect(await screen.findByText('Your paid courses cannot be bought yet.')).toBeTruthy()
  })

  test.each([
    ['suspended', 'en', 'Your seller account is suspended.', /Your courses are not offered/],
    ['limited', 'ms', 'Jualan anda dihadkan.', /Paling banyak RM 500\.00 boleh dijual/],
  ] as const)(
    'a seller that is %s reads in %s why, since when and what it means',
    async (state, language, title, means) => {
      const restriction = {
        reason: 'The lessons are copied.',
        since: '2026-11-20T01:00:00.000Z',
        dailyLimit: state === 'limited' ? 50_000 : null,
      }
      answer('readSelling', {
        success: true,
        data: {
          needsApproval: false,
          state,
          approvedAt: null,
          isProven: true,
          hasOwnAccount: false,
          missingChecks: [],
          restriction,
        },
      })
      await renderRoute('/admin/ledger', { user: admin, language })
      const notice = within(await screen.findByRole('region', { name: title }, { timeout: 10_000 }))
      expect(notice.getByText(/The lessons are copied\./)).toBeTruthy()
      expect(notice.getByText(means)).toBeTruthy()
      expect(notice.getByText(/20 (Nov|November) 2026/)).toBeTruthy()
      expect(notice.getByRole('link').getAttribute('href')).toBe('/contact')
    },
  )

  test('each figure of the ledger leads to the postings that it sums, in the same days', async () => {
    answer('readLedger', {
      success: true,
      data: summary({
        refunds: -5_000,
        chargebacks: -2_000,
        net: 83_000,
        transfers: 40_000,
        closing: 43_000,
      }),
    })
    const listed: SentRequest[] = []
    answer('listLedger', (sent) => {
      listed.push(sent)
      return { success: true, data: rows, meta: { total: rows.length, nextCursor: null } }
    })
    const page = await renderRoute('/admin/ledger?from=2026-11-01&to=2026-11-18', { user: admin })
    const amounts = [
      'Sales RM 1,000.00',
      'Refunds −RM 50.00',
      'Chargebacks −RM 20.00',
      'Fees −RM 100.00',
      'Net RM 830.00',
    ]
    for (const name of [...amounts, 'Paid to you RM 400.00'])
      expect(await screen.findByRole('link', { name: `${name}: show what is in it` })).toBeTruthy()
    expect(screen.getByText('At the start RM 0.00, at the end RM 430.00')).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Month').selectedOptions[0]?.textContent).toBe(
      '1 Nov 2026 – 18 Nov 2026',
    )
    await page.press.click(screen.getByRole('link', { name: /^Chargebacks/ }))
    const address = '/admin/ledger?from=2026-11-01&to=2026-11-18&show=chargebacks'
    await waitFor(() => expect(page.address()).toBe(address))
    const narrowed = { from: '2026-11-01', to: '2026-11-18', show: 'chargebacks', limit: '50' }
    await waitFor(() => expect(listed.at(-1)?.query).toEqual(narrowed))
    await page.press.selectOptions(screen.getByLabelText('Month'), 'All time')
    await waitFor(() => expect(page.address()).toBe('/admin/ledger?show=chargebacks'))
  })

  test('the ledger says which part of the net went straight to the own account of the seller', async () => {
    answer('readLedger', {
      success: true,
      data: summary({ balance: 0, closing: 0, payable: 0, reserved: 0 }),
    })
    await renderRoute('/admin/ledger', { user: admin })
    expect(await screen.findByText(/RM 900\.00 went straight to your own account/)).toBeTruthy()
  })

  test('the ledger keeps its month in the address and in the request', async () => {
    const page = await renderRoute('/admin/ledger?month=2025-12', { user: admin })
    await screen.findByText('At the start RM 0.00, at the end RM 900.00')
    expect(asked.at(-1)?.query).toEqual({ month: '2025-12' })
    await page.press.selectOptions(screen.getByLabelText('Month'), 'All time')
    await waitFor(() => expect(page.address()).toBe('/admin/ledger'))
  })

  test('an empty ledger says what will appear', async () => {
    rows = []
    await renderRoute('/admin/ledger', { user: admin })
    expect(await screen.findByText('No transactions yet')).toBeTruthy()
  })

  test('a ledger that could not be loaded can be retried', async () => {
    refuse('readLedger', 'INTERNAL')
    await renderRoute('/admin/ledger', { user: admin })
    expect(await screen.findByText('The ledger could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: /try again/i })).toBeTruthy()
  })

  test("a business's ledger is closed to its instructors", async () => {
    await renderRoute('/admin/ledger', { user: { ...admin, role: 'instructor' } })
    expect(
      await screen.findByText('Only admins of your business can see the ledger. Ask them about it.'),
    ).toBeTruthy()
  })
})

describe('a payout', () => {
  test('a payout is entered after a confirmation with amount, seller and remaining balance', async () => {
    const sent: SentRequest[] = []
    answer('recordTransfer', (request) => {
      sent.push(request)
      return { success: true, data: { balance: 50_000 } }
    })
    const page = await renderRoute('/admin/ledger?seller=3', { user: superadmin })
    await page.press.click(await screen.findByRole('button', { name: 'Record payout' }))
    const amount = await screen.findByLabelText<HTMLInputElement>('Amount in RM')
    expect(amount.value).toBe('800.00')
    expect(
      screen.getByText(
        /Still to be paid: RM 900\.00.*Held for refunds: RM 100\.00.*Ready to be paid: RM 800\.00/,
      ),
    ).toBeTruthy()
    await page.press.clear(amount)
    await page.press.type(amount, '2,5')
    await page.press.type(screen.getByLabelText('Bank reference'), 'MBB 77')
    await page.press.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Please enter an amount')).toBeTruthy()
    await page.press.clear(amount)
    await page.press.type(amount, '400')
    await page.press.click(screen.getByRole('button', { name: 'Continue' }))
    expect(
      await screen.findByText('RM 400.00 to Orbit Academy. After this the platform owes them RM 500.00.'),
    ).toBeTruthy()
    expect(sent).toEqual([])
    await page.press.click(screen.getByRole('button', { name: 'Record transfer' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({
      sellerId: 3,
      kind: 'payout',
      amount: 40_000,
      reference: 'MBB 77',
      expectedBalance: 90_000,
    })
  })

  test('a payout shows its bank account, or that the seller entered none', async () => {
    const page = await renderRoute('/admin/ledger?seller=3', { user: superadmin })
    await page.press.click(await screen.findByRole('button', { name: 'Record payout' }))
    expect(await screen.findByText(/This seller has not entered bank details yet/)).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Cancel' }))
    refuse('readSellerPayoutBank', 'INTERNAL')
    await page.press.click(screen.getByRole('button', { name: 'Record payout' }))
    expect(await screen.findByText('The bank details could not be loaded')).toBeTruthy()
    const savedAt = '2026-11-18T02:00:00.000Z'
    answer('readSellerPayoutBank', {
      success: true,
      data: { bankName: 'Maybank', accountNumber: '514012345678', accountHolder: 'Orbit Sdn Bhd', savedAt },
    })
    await page.press.click(screen.getByRole('button', { name: /try again/i }))
    const account = within(await screen.findByRole('region', { name: 'Pay to this account' }))
    for (const said of ['Maybank', '514012345678', 'Orbit Sdn Bhd']) {
      expect(account.getByText(said)).toBeTruthy()
    }
  })

  test('a payout refused because the balance changed says so, and stays open', async () => {
    refuse('recordTransfer', 'BALANCE_CHANGED')
    const page = await renderRoute('/admin/ledger?seller=3', { user: superadmin })
    await page.press.click(await screen.findByRole('button', { name: 'Record payout' }))
    await page.press.type(screen.getByLabelText('Bank reference'), 'MBB 77')
    await page.press.click(screen.getByRole('button', { name: 'Continue' }))
    await page.press.click(await screen.findByRole('button', { name: 'Record transfer' }))
    expect(await screen.findByText(/The balance has changed/)).toBeTruthy()
  })

  test('a wrong payout is reversed with a reason', async () => {
    rows = [payout, row()]
    const sent: SentRequest[] = []
    answer('reverseTransfer', (request) => {
      sent.push(request)
      return { success: true, data: { balance: 90_000 } }
    })
    const page = await renderRoute('/admin/ledger?seller=3', { user: superadmin })
    await page.press.click(await screen.findByRole('button', { name: 'Reverse' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await page.press.type(dialog.getByLabelText('Reason'), 'Wrong seller')
    await page.press.click(dialog.getByRole('button', { name: 'Reverse' }))
    await waitFor(() => expect(sent[0]?.body).toEqual({ reason: 'Wrong seller' }))
  })
})

const receipt: Receipt = {
  id: 'RECEIPT1',
  kind: 'receipt',
  number: 'R-2026-000012',
  issuedAt: '2026-11-18T02:00:00.000Z',
  language: 'en',
  reference: 'ORDER1',
  through: 'provider',
  tax: 1_104,
  total: 14_900,
  about: null,
  seller: {
    name: 'Orbit Academy Sdn Bhd',
    registrationNumber: '2023',
    sstNumber: 'W10',
    address: '12 Jalan Ampang\n50450 Kuala Lumpur',
    email: 'hello@orbit.test',
  },
  buyer: {
    name: '李小龙',
    email: aisyah.email,
    address: '1 Jalan Ujian',
    taxNumber: 'IG123',
    company: '',
    registrationNumber: '',
  },
  lines: [
    {
      title: 'Git Without Fear',
      list: 16_000,
      discount: 1_100,
      taxBasisPoints: 800,
      tax: 1_104,
      amount: 14_900,
    },
  ],
}

describe('a receipt', () => {
  const path = '/purchases/ORDER1/receipts/RECEIPT1'

  test('a receipt shows both parties, every line with its tax, and the sum', async () => {
    answer('readReceipt', { success: true, data: receipt })
    await renderRoute(path, { user: aisyah })
    expect(await screen.findByRole('heading', { name: 'Receipt' })).toBeTruthy()
    for (const said of [
      'Orbit Academy Sdn Bhd',
      'SST no.: W10',
      '李小龙',
      'TIN: IG123',
      'Git Without Fear',
      '8%',
    ])
      expect(screen.getByText(said)).toBeTruthy()
    expect(screen.getByText('List price RM 160.00 · Discount RM 11.00')).toBeTruthy()
    expect(screen.getAllByText('RM 149.00')).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'Purchase' }).getAttribute('href')).toBe('/purchases/ORDER1')
  })

  test('a refund note links to its receipt', async () => {
    const about = { id: 'RECEIPT0', kind: 'receipt', number: 'R-2026-000011' } as const
    const note: Receipt = { ...receipt, kind: 'refund_note', number: 'RN-2026-000001', about }
    answer('readReceipt', { success: true, data: note })
    await renderRoute(path, { user: aisyah })
    const link = await screen.findByRole('link', { name: 'Refund of receipt R-2026-000011.' })
    expect(link.getAttribute('href')).toBe('/purchases/ORDER1/receipts/RECEIPT0')
  })

  test("another user's receipt is not found", async () => {
    refuse('readReceipt', 'RECEIPT_NOT_FOUND')
    await renderRoute(path, { user: aisyah })
    expect(await screen.findByRole('heading', { name: 'Receipt not found' })).toBeTruthy()
  })
})
