import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { ProviderError } from '#server/adapters/payments/port.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '#server/app/testing.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

describe('a payout', () => {
  /** Creates a current sale. `days` is the period in which its buyer may request a refund. */
  async function owed(cents: number, days = 0) {
    const seller = await shop.server.person('admin')
    const courseId = await shop.course(cents, seller)
    await sql`UPDATE sellers SET money_back_days = ${days} WHERE business_id = ${seller.businessId}`.execute(
      shop.server.database.kysely,
    )
    const buyer = await shop.server.person()
    const { purchase, id } = await shop.buy(buyer, courseId)
    await shop.pay(purchase)
    await shop.check(id)
    const { body } = await shop.server.call('readLedger', { query: {}, as: seller })
    const superadmin = await shop.server.person('superadmin')
    const today = dayInMalaysia(shop.server.clock.now())
    let keys = 0
    const pay = (given: {
      amount: number
      expectedBalance?: number
      key?: string
      kind?: 'payment_in'
      paidOn?: string
      reference?: string
    }) =>
      shop.server.call('recordTransfer', {
        body: {
          sellerId: body.data.seller.id,
          kind: 'payout',
          reference: 'MBB 123',
          paidOn: today,
          expectedBalance: cents,
          key: `key-${(keys += 1)}-of-${seller.id}`,
          ...given,
        },
        as: superadmin,
      })
    const sellerId = String(body.data.seller.id)
    const book = async () =>
      (await shop.server.call('readLedger', { query: { sellerId }, as: superadmin })).body.data
    return { seller, superadmin, buyer, id, courseId, pay, book }
  }

  test('a payout lowers the balance, once per key', async () => {
    const { seller, pay } = await owed(5_000)
    const twice = await Promise.all(
      [1, 2].map(() => pay({ amount: 2_000, key: 'pressed-twice' + seller.id })),
    )
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    const { body } = await shop.server.call('readLedger', { query: {}, as: seller })
    expect(body.data).toMatchObject({ balance: 3_000, transfers: 2_000, sales: 5_000 })
  })

  test('a payout repeated with other values after a lost answer is refused', async () => {
    const { seller, pay } = await owed(5_000)
    const key = 'answer-lost-' + seller.id
    expect((await pay({ amount: 2_000, key })).status).toBe(201)
    expect((await pay({ amount: 3_000, key })).body.errorCode).toBe('TRANSFER_ENTERED')
    expect((await pay({ amount: 2_000, reference: 'MBB 124', key })).body.errorCode).toBe('TRANSFER_ENTERED')
    const { body } = await shop.server.call('readLedger', { query: {}, as: seller })
    expect(body.data).toMatchObject({ balance: 3_000, transfers: 2_000 })
  })

  test('a payout is refused when the balance differs, is too small, or the day is in the future', async () => {
    const { pay } = await owed(5_000)
    expect((await pay({ amount: 100, expectedBalance: 4_999 })).body.errorCode).toBe('BALANCE_CHANGED')
    expect((await pay({ amount: 5_001 })).body.errorCode).toBe('TRANSFER_TOO_LARGE')
    expect((await pay({ amount: 1, kind: 'payment_in' })).body.errorCode).toBe('TRANSFER_TOO_LARGE')
    expect((await pay({ amount: 100, paidOn: '2099-01-01' })).body.errorCode).toBe('TRANSFER_IN_FUTURE')
    expect((await pay({ amount: 0 })).status).toBe(400)
  })

  test('a payout excludes sales that may be refunded, until their days are over', async () => {
    const { superadmin, pay, book } = await owed(5_000, 30)
    expect(await book()).toMatchObject({ balance: 5_000, reserved: 5_000, payable: 0 })
    expect((await pay({ amount: 1 })).body.errorCode).toBe('PAYOUT_RESERVED')
    shop.server.clock.advance(30 * 86_400_000 - 1)
    await shop.server.call('confirmIdentity', { body: { password: testPassword }, as: superadmin })
    expect((await pay({ amount: 1 })).body.errorCode).toBe('PAYOUT_RESERVED')
    shop.server.clock.advance(1)
    expect(await book()).toMatchObject({ balance: 5_000, reserved: 0, payable: 5_000 })
    expect((await pay({ amount: 5_000 })).status).toBe(201)
  })

  test('a payout excludes sales with a running refund', async () => {
    const { superadmin, id, courseId, pay, book } = await owed(5_000)
    shop.between.refund = () => {
      throw new ProviderError('unreachable', 'no connection')
    }
    const refund = await shop.server.call('refundOrder', {
      params: { id },
      body: { courseIds: [courseId], reason: 'Asked' },
      as: superadmin,
    })
    shop.clearFaults()
    expect(refund.body.data.state).toBe('planned')
    expect(await book()).toMatchObject({ balance: 5_000, reserved: 5_000, payable: 0 })
    expect((await pay({ amount: 1 })).body.errorCode).toBe('PAYOUT_RESERVED')
  })

  test('a payout excludes sales with an open refund request', async () => {
    const { seller, superadmin, buyer, id, pay, book } = await owed(5_000, 7)
    const asked = await shop.server.call('requestRefund', {
      params: { id },
      body: { reason: 'Not what I need' },
      as: buyer,
    })
    shop.server.clock.advance(7 * 86_400_000)
    await shop.server.call('confirmIdentity', { body: { password: testPassword }, as: superadmin })
    expect(await book()).toMatchObject({ balance: 5_000, reserved: 5_000 })
    expect((await pay({ amount: 1 })).body.errorCode).toBe('PAYOUT_RESERVED')
    const request = asked.body.data.requests[0]?.id ?? ''
    const answered = await shop.server.call('answerRefundRequest', {
      params: { id: request },
      body: { decision: 'decline', reason: 'Half was watched' },
      as: seller,
    })
    expect(answered.status).toBe(200)
    expect((await pay({ amount: 5_000 })).status).toBe(201)
  })

  test('a payout reserves nothing for refunded sales', async () => {
    const { seller, pay, book } = await owed(5_000)
    const courseId = await shop.course(3_000, seller)
    await sql`UPDATE sellers SET money_back_days = 14 WHERE business_id = ${seller.businessId}`.execute(
      shop.server.database.kysely,
    )
    const { purchase, id } = await shop.buy(await shop.server.person(), courseId)
    await shop.pay(purchase)
    await shop.check(id)
    expect(await book()).toMatchObject({ balance: 8_000, reserved: 3_000, payable: 5_000 })
    const as = await shop.server.person('superadmin')
    const refund = await shop.server.call('refundOrder', {
      params: { id },
      body: { courseIds: [courseId], reason: 'Asked' },
      as,
    })
    expect(refund.status).toBe(201)
    await shop.server.jobs.runDueOnce()
    expect(await book()).toMatchObject({ balance: 5_000, reserved: 0, payable: 5_000 })
    expect((await pay({ amount: 5_000, expectedBalance: 5_000 })).status).toBe(201)
  })

  test("a payout of today follows today's sales, at every hour", async () => {
    const hourMs = 3_600_000
    for (const hour of [1, 13, 23]) {
      const hourNow = (shop.server.clock.now().getTime() / hourMs + 8) % 24
      shop.server.clock.advance(((hour - hourNow + 24) % 24) * hourMs)
      const { seller, pay } = await owed(5_000)
      await pay({ amount: 5_000 })
      const { body } = await shop.server.call('listLedger', { query: {}, as: seller })
      expect(body.data.map(({ kind, balance }) => [kind, balance])).toEqual([
        ['payout', 0],
        ['sale', 5_000],
      ])
    }
  })

  test('concurrent payouts never exceed the balance', async () => {
    const { seller, pay } = await owed(5_000)
    const both = await Promise.all([pay({ amount: 4_000 }), pay({ amount: 4_000 })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
    expect((await shop.server.call('readLedger', { query: {}, as: seller })).body.data.balance).toBe(1_000)
  })

  test('a wrong payout is reversed by another posting, once', async () => {
    const { seller, superadmin, pay } = await owed(5_000)
    await pay({ amount: 5_000 })
    const statement = await shop.server.call('listLedger', { query: {}, as: seller })
    const id = statement.body.data.find(({ kind }) => kind === 'payout')?.id ?? 0
    for (const _ of [1, 2]) {
      const back = await shop.server.call('reverseTransfer', {
        params: { id },
        body: { reason: 'Wrong seller' },
        as: superadmin,
      })
      expect(back.body.data).toEqual({ balance: 5_000 })
    }
    const after = await shop.server.call('listLedger', { query: {}, as: seller })
    expect(after.body.data.map(({ kind, isReversed, note }) => [kind, isReversed, note])).toEqual([
      ['payout_reversed', false, 'Wrong seller'],
      ['payout', true, ''],
      ['sale', false, ''],
    ])
    const sale = after.body.data.at(-1)?.id ?? 0
    const never = await shop.server.call('reverseTransfer', {
      params: { id: sale },
      body: { reason: 'x' },
      as: superadmin,
    })
    expect(never.body.errorCode).toBe('TRANSFER_NOT_FOUND')
  })
})
