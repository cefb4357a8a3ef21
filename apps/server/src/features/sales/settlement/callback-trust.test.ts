/**
 * Tests which callbacks and payments are trusted: signatures, bytes, amounts and accounts (docs/orders-and-payments.md#callbacks,
 * docs/orders-and-payments.md#settlement).
 */
import { createPrivateKey, sign } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ProviderError } from '#server/adapters/payments/port.ts'
import { withFields } from '@apogee/chip-simulator/faults.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  shop.clearFaults()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

const minute = 60_000
const hour = 60 * minute

type AtPage = Awaited<ReturnType<Shop['buyerAtPage']>>

describe('a callback that proves nothing', () => {
  const refused = { success: false, error: 'The signature does not match', errorCode: 'CALLBACK_NOT_SIGNED' }

  async function paidPurchase() {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    return { bought, ...(await shop.deliveryOf(bought.purchase)) }
  }

  async function expectRefused(answer: Awaited<ReturnType<Shop['callback']>>, bought: AtPage) {
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual(refused)
    await shop.runJobs()
    await shop.expectUnbought(bought)
    const stored = await shop.rows(sql<{ id: number }>`
      SELECT id FROM payment_events WHERE provider_id = ${bought.purchase}`)
    expect(stored).toEqual([])
  }

  test('a callback without a signature is refused', async () => {
    const { bought, url, body } = await paidPurchase()
    await expectRefused(await shop.callback(url, body), bought)
    await expectRefused(await shop.callback(url, body, ''), bought)
  })

  test('a callback with a signature of other bytes is refused', async () => {
    const { bought, url, body, signature } = await paidPurchase()
    const before = shop.server.services.sales.callbacks.callbacksRefused()
    await expectRefused(await shop.callback(url, `${body} `, signature), bought)
    await expectRefused(await shop.callback(url, JSON.stringify(JSON.parse(body)), signature), bought)
    await expectRefused(await shop.callback(url, body, `${signature.slice(0, -8)}AAAAAAA=`), bought)
    await expectRefused(await shop.callback(url, '', signature), bought)
    expect(shop.server.services.sales.callbacks.callbacksRefused() - before).toBe(4)
  })

  test('a callback with the genuine signature of another account is refused', async () => {
    const { bought, url, body } = await paidPurchase()
    const thief = await shop.server.person('admin')
    await shop.server.call('updateChipCredentials', {
      body: { chipSecret: 'thief-key', chipBrandId: crypto.randomUUID() },
      as: thief,
    })
    const own = await shop.buy(await shop.server.person(), await shop.course(5_000, thief))
    await shop.pay(own.purchase)
    const theirs = await shop.deliveryOf(own.purchase)
    await expectRefused(await shop.callback(url, theirs.body, theirs.signature), bought)
    await expectRefused(await shop.callback(url, body, theirs.signature), bought)
    // The signature is valid for the other account, at whose address the callback arrives. But the purchase belongs to this
    // account.
    const forged = { ...JSON.parse(theirs.body), id: bought.purchase, reference: bought.id }
    await expectRefused(await shop.callback(theirs.url, JSON.stringify(forged), theirs.signature), bought)
  })

  test('a callback for a missing account answers exactly like a bad signature', async () => {
    const { bought, url, body, signature } = await paidPurchase()
    const unknown = await shop.callback(url.replace(/\d+$/, '987654321'), body, signature)
    await expectRefused(unknown, bought)
    expect(unknown.body).toBe((await shop.callback(url, body, 'AAAA')).body)
  })

  test('a callback larger than 256 kB is refused before it is verified', async () => {
    const { bought, url, signature } = await paidPurchase()
    const answer = await shop.callback(url, Buffer.alloc(300_000, 'x'), signature)
    expect(answer.statusCode).toBe(413)
    await shop.expectUnbought(bought)
  })

  test("a callback answers 5xx while the provider's key is unavailable, so that it is repeated", async () => {
    const fresh = await startShop()
    try {
      const bought = await fresh.buyerAtPage()
      await fresh.pay(bought.purchase)
      fresh.simulator.faults.inject({ kind: 'down' })
      const [answer] = await fresh.deliver(bought.purchase)
      expect(answer?.statusCode).toBe(503)
      fresh.clearFaults()
      fresh.server.clock.advance(2 * minute)
      expect((await fresh.deliver(bought.purchase))[0]?.statusCode).toBe(200)
      await fresh.runJobs()
      expect(await fresh.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    } finally {
      await fresh.server.stop()
    }
  })
})

describe('a genuine callback', () => {
  /** Signs the bytes with the platform's own key, as if the provider had sent them. */
  async function signed(body: string) {
    const key = await shop.signingKey('platform-key')
    return sign('sha256', Buffer.from(body), createPrivateKey(key)).toString('base64')
  }
  const url = () => `http://x/api/payments/callback/${shop.platformAccount}`

  test.each([
    [
      'of an event nobody knows',
      '{"type": "purchase", "event_type": "purchase.danced", "id": "00000000-0000-4000-8000-000000000000"}',
    ],
    [
      'of a purchase nobody knows',
      '{"type": "purchase", "event_type": "purchase.paid", "id": "00000000-0000-4000-8000-000000000001"}',
    ],
    ['of something else', '{"type": "payout", "event_type": "payout.success", "id": "1"}'],
    ['that is not JSON', 'paid!'],
    ['that is a list', '[1, 2]'],
  ])('a genuine callback with %s is accepted, so that later ones are not delayed', async (_name, body) => {
    const answer = await shop.callback(url(), body, await signed(body))
    expect(answer.statusCode).toBe(200)
    expect((await shop.runJobs()).failed).toBe(0)
    const open = await shop.rows(sql<{ id: number }>`SELECT id FROM payment_events WHERE handled_at IS NULL`)
    expect(open).toEqual([])
  })

  test('a genuine callback that claims payment is only a hint: the provider is read', async () => {
    const bought = await shop.buyerAtPage()
    const body = JSON.stringify({
      type: 'purchase',
      event_type: 'purchase.paid',
      id: bought.purchase,
      status: 'paid',
    })
    expect((await shop.callback(url(), body, await signed(body))).statusCode).toBe(200)
    await shop.runJobs()
    await shop.expectUnbought(bought)
    expect(await shop.check(bought.id)).toBe('created')
  })

  test('a callback whose first read was old or garbled is read again, and its money found', async () => {
    for (const garbled of [{ reference: 'somebody else' }, { status: 'viewed', payment: null }]) {
      const bought = await shop.buyerAtPage()
      const known = await shop.simulator.portal.find(bought.purchase)
      if (!known) throw new Error('no purchase')
      // The simulator gets a second purchase for the same order, as if the response to its creation had been lost. So its id is not
      // stored here.
      const { brand_id, client, purchase, reference, success_callback } = known
      const twin = await shop.simulator.create('platform-key', {
        brand_id,
        client: { email: client.email },
        purchase: { currency: 'MYR', products: purchase.products, total_override: purchase.total },
        reference,
        success_callback,
      })
      if ('errors' in twin) throw new Error(JSON.stringify(twin.errors))
      await shop.pay(twin.id)
      await shop.deliver(twin.id)
      shop.simulator.faults.inject({ kind: 'alter', change: withFields(garbled) })
      await shop.runJobs()
      await shop.expectUnbought(bought)
      shop.clearFaults()
      shop.server.clock.advance(minute)
      await shop.runJobs()
      await shop.expectSettledOnce(bought)
    }
  })

  test('a callback is read again until the provider answers', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.deliver(bought.purchase)
    shop.simulator.faults.inject({ kind: 'down' })
    expect((await shop.runJobs()).failed).toBe(1)
    await shop.expectUnbought(bought)
    shop.clearFaults()
    shop.server.clock.advance(hour)
    await shop.runJobs()
    await shop.expectSettledOnce(bought)
  })
})

describe('money that is not the order’s', () => {
  test.each([
    ['one sen less', { 'payment.amount': 14_899 }, 'other_amount'],
    ['another total', { 'purchase.total': 14_800, 'payment.amount': 14_800 }, 'other_amount'],
    ['another currency', { 'purchase.currency': 'SGD', 'payment.currency': 'SGD' }, 'other_currency'],
    ['another brand', { brand_id: 'a-brand-of-somebody-else' }, 'other_brand'],
    ['another order’s reference', { reference: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'other_reference'],
    ['the other mode', { is_test: false }, 'other_mode'],
    ['a mark of paid by hand', { marked_as_paid: true }, 'marked_as_paid'],
  ] as const)(
    'money with %s needs a decision, enrols nobody, and is not lost',
    async (_name, fields, reason) => {
      const bought = await shop.buyerAtPage()
      await shop.pay(bought.purchase)
      shop.simulator.faults.inject({ kind: 'alter', change: withFields(fields) })
      await shop.deliver(bought.purchase)
      await shop.runJobs()
      expect(await shop.check(bought.id)).toBe('needs_review')
      await shop.expectUnbought(bought)
      expect(await shop.paymentsOf(bought.id)).toMatchObject([
        { state: 'paid', outcome: 'needs_review', review_reason: reason },
      ])
      shop.clearFaults()
      const history = await shop.server.call('readPayment', { params: { id: bought.id }, as: bought.buyer })
      expect(history.body.status).toBe('needs_review')

      // The next read reports the purchase correctly, so that the payment settles its order.
      shop.server.clock.advance(minute)
      await shop.expectSettledOnce(bought)
    },
  )

  test('a paid purchase of another, cheaper order does not pay this one', async () => {
    const cheap = await shop.buyerAtPage(100)
    const dear = await shop.buyerAtPage(90_000)
    await shop.pay(cheap.purchase)
    shop.between.read = (purchase) => ({ ...purchase, reference: dear.id })
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, cheap.purchase)
    await shop.expectUnbought(dear)
    await shop.expectUnbought(cheap)
    expect(await shop.paymentsOf(cheap.id)).toMatchObject([{ review_reason: 'other_reference' }])
    shop.clearFaults()
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, cheap.purchase)
    expect(await shop.isEnrolled(cheap.buyer, cheap.courseId)).toBe(true)
    expect(await shop.isEnrolled(dear.buyer, dear.courseId)).toBe(false)
  })

  test('a purchase that has paid one order never pays a second one, whatever it claims', async () => {
    const first = await shop.buyerAtPage()
    const second = await shop.buyerAtPage()
    await shop.pay(first.purchase)
    const { sales } = shop.server.services
    await sales.settlement.settlePayment(shop.platformAccount, first.purchase)
    shop.between.read = (purchase) => ({ ...purchase, reference: second.id })
    shop.server.clock.advance(minute)
    await sales.settlement.settlePayment(shop.platformAccount, first.purchase)
    shop.clearFaults()
    await shop.expectSettledOnce(first)
    await shop.expectUnbought(second)
    expect(await shop.paymentsOf(second.id)).toMatchObject([{ state: 'created', outcome: null }])
  })

  /** Creates a purchase directly at the provider with this key. */
  async function foreignPurchase(secret: string, reference: string, price = 14_900): Promise<string> {
    const made = await shop.simulator.create(secret, {
      brand_id: crypto.randomUUID(),
      reference,
      client: { email: 'somebody@apogee.test' },
      purchase: { currency: 'MYR', products: [{ name: 'Anything', price }] },
    })
    if ('errors' in made) throw new Error(JSON.stringify(made.errors))
    return made.id
  }

  test("a paid purchase of another account with this order's reference is ignored", async () => {
    const bought = await shop.buyerAtPage()
    const thief = await shop.server.person('admin')
    await shop.server.call('updateChipCredentials', {
      body: { chipSecret: 'another-thief', chipBrandId: crypto.randomUUID() },
      as: thief,
    })
    const { id } = await shop.buy(await shop.server.person(), await shop.course(14_900, thief))
    const accountId = (await shop.orderOf(id))?.payment_account_id ?? 0
    const forged = await foreignPurchase('another-thief', bought.id)
    await shop.pay(forged)
    const recorded = await shop.server.services.sales.settlement.settlePayment(accountId, forged)
    expect(recorded).toEqual({ kind: 'unknown' })
    await shop.expectUnbought(bought)
    expect(await shop.check(bought.id)).toBe('created')
    expect(await shop.paymentsOf(bought.id)).toHaveLength(1)
  })

  test("an unpaid purchase with this order's reference never becomes its page", async () => {
    const bought = await shop.buyerAtPage()
    const { sales } = shop.server.services
    const forged = await foreignPurchase('platform-key', bought.id, 999_900)
    expect(await sales.settlement.settlePayment(shop.platformAccount, forged)).toEqual({ kind: 'unknown' })
    expect((await shop.pressBuy(bought.buyer, bought.courseId)).body.payment_url).toBe(bought.url)
    expect(await shop.paymentsOf(bought.id)).toHaveLength(1)
  })

  test('a purchase with a lost answer still pays its order', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    let lost = ''
    shop.between.created = async ({ id }) => {
      lost = id
      throw new ProviderError('unreachable', 'the answer was lost', { outcomeUnknown: true })
    }
    expect((await shop.pressBuy(buyer, courseId)).status).toBe(502)
    shop.clearFaults()
    const { body } = await shop.pressBuy(buyer, courseId)
    await shop.pay(lost)
    await shop.deliver(lost)
    await shop.runJobs()
    await shop.expectSettledOnce({ buyer, courseId, id: body.purchase_id })
    const page = shop.purchaseIn(body.payment_url)
    expect(await shop.simulator.read('platform-key', page)).toMatchObject({ status: 'cancelled' })
  })

  test('a test key opens no page with APOGEE_ENV=live', async () => {
    const strict = await startShop({ acceptTestPayments: false })
    try {
      const { status } = await strict.pressBuy(await strict.server.person(), await strict.course())
      expect(status).toBe(502)
    } finally {
      await strict.server.stop()
    }
  })
})
