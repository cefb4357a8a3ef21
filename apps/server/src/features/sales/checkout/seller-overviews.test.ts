import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import {
  shopForTests,
  signInSuperadmin,
  shop,
  superadmin,
  price,
  newSeller,
  overviewOf,
  changed,
  codeOf,
} from './seller-states.testing.ts'

shopForTests()

describe('payouts', () => {
  test.each([
    ['limited', { state: 'limited' as const, dailyLimit: 100_000 }],
    ['suspended', { state: 'suspended' as const }],
  ])(
    'a payout to a %s seller is refused, a payment from it and a reversal are recorded',
    async (name, to) => {
      const { paid, id } = await newSeller()
      const bought = await shop.buy(await shop.server.person(), paid)
      await shop.pay(bought.purchase)
      expect(await shop.check(bought.id)).toBe('paid')
      shop.server.clock.advance(40 * 24 * 3_600_000)
      await signInSuperadmin()
      const { balance } = await overviewOf(id)
      const transfer = async (kind: 'payout' | 'payment_in', amount: number, key: string) =>
        shop.server.call('recordTransfer', {
          body: {
            sellerId: id,
            kind,
            amount,
            reference: key,
            key,
            expectedBalance: (await overviewOf(id)).balance,
            paidOn: '2026-01-05',
          },
          as: superadmin,
        })
      expect(balance).toBe(price)
      expect((await transfer('payout', 100, `first-of-${id}`)).status).toBe(201)
      await changed(id, to)
      expect((await overviewOf(id)).payoutObstacles).toEqual([name])
      expect(codeOf(await transfer('payout', 100, `second-of-${id}`))).toEqual([409, 'PAYOUT_HELD'])
      const { data } = (
        await shop.server.call('listLedger', { query: { sellerId: String(id) }, as: superadmin })
      ).body
      const first = data.find((row) => row.kind === 'payout')
      const reversed = await shop.server.call('reverseTransfer', {
        params: { id: first?.id ?? 0 },
        body: { reason: 'Entered twice' },
        as: superadmin,
      })
      expect(reversed.status).toBe(200)
      await changed(id, { state: 'approved' })
      expect((await transfer('payout', 100, `third-of-${id}`)).status).toBe(201)
    },
  )
})

describe('the overview of a seller', () => {
  test('it has state, people, courses and money, and its reading is in the security log', async () => {
    const { admin, paid, id } = await newSeller()
    await shop.server.person('admin', { businessId: admin.businessId })
    const bought = await shop.buy(await shop.server.person(), paid)
    await shop.pay(bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    const overview = await overviewOf(id)
    expect(overview).toMatchObject({
      id,
      kind: 'business',
      state: 'approved',
      changeId: null,
      hasOwnAccount: false,
      payoutBank: null,
      courses: { paid: 1, free: 1, drafts: 0, archived: 0 },
      enrolments: 1,
      balance: price,
      payoutObstacles: [],
      history: [],
    })
    expect(overview.people.map(({ isProven, hasSecondFactor }) => [isProven, hasSecondFactor])).toEqual([
      [true, false],
      [false, false],
    ])
    expect(overview.money).toEqual([
      { days: 30, sales: price, refunds: 0, chargebacks: 0, fees: 0, net: price },
      { days: 90, sales: price, refunds: 0, chargebacks: 0, fees: 0, net: price },
      { days: null, sales: price, refunds: 0, chargebacks: 0, fees: 0, net: price },
    ])
    const views = await shop.rows(
      sql`SELECT 1 FROM security_log_counts WHERE kind = 'view.seller' AND details ->> 'seller' = ${String(id)}`,
    )
    expect(views).toHaveLength(1)
    expect((await shop.server.call('readSellerOverview', { params: { id }, as: admin })).status).toBe(403)
  })

  test('sellers are found by state and name, without the platform', async () => {
    const { id } = await newSeller()
    await changed(id, {})
    const { name } = await overviewOf(id)
    const list = async (query: { state?: 'suspended' | 'approved'; search?: string }) =>
      (await shop.server.call('listSellerRates', { query: { ...query, limit: '100' }, as: superadmin })).body
        .data
    const suspended = await list({ state: 'suspended' })
    expect(suspended[0]).toMatchObject({ id, state: 'suspended', stateSince: expect.any(String) })
    expect((await list({ state: 'approved' })).map((one) => one.kind)).not.toContain('platform')
    expect((await list({ search: name ?? '', state: 'suspended' })).map((one) => one.id)).toContain(id)
    expect((await list({ search: 'no such seller' })).map((one) => one.id)).toEqual([])
  })

  test('notes are listed newest first, once for each key, and only for superadmins', async () => {
    const { admin, id } = await newSeller()
    const write = async (text: string, key: string, as = superadmin) =>
      shop.server.call('writeSellerNote', { params: { id }, body: { text, key }, as })
    const made = await write('Called the owner', 'key-00000001')
    expect([made.status, made.body.data.text]).toEqual([201, 'Called the owner'])
    expect((await write('Called the owner', 'key-00000001')).body.data.id).toBe(made.body.data.id)
    await write('Sent the papers', 'key-00000002')
    expect((await write('   ', 'key-00000003')).status).toBe(400)
    expect((await write('Mine', 'key-00000004', admin)).status).toBe(403)
    const notes = async (as: TestPerson) =>
      shop.server.call('listSellerNotes', { params: { id }, query: {}, as })
    expect((await notes(superadmin)).body.data.map(({ text }) => text)).toEqual([
      'Sent the papers',
      'Called the owner',
    ])
    expect((await notes(admin)).status).toBe(403)
  })
})
