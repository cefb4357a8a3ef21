/** From the payment page to what is true afterwards: every outcome that a purchase can have (design §5, §9). */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ProviderError } from '../../adapters/payments/port.ts'
import { withFields } from '../../adapters/payments/simulator/faults.ts'
import { plainPayment } from '../../adapters/payments/simulator/simulator.ts'
import { brokenInvariants } from './checkout.invariants.ts'
import { startShop, type Shop } from './checkout.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  shop.calm()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type AtPage = Awaited<ReturnType<Shop['buyerAtPage']>>

/** The one good end: paid once, enrolled once, told once. */
async function expectSettledOnce({ buyer, courseId, id }: AtPage): Promise<void> {
  expect(await shop.check(id)).toBe('paid')
  expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
  expect((await shop.paymentsOf(id)).filter(({ outcome }) => outcome === 'settled')).toHaveLength(1)
  expect(await shop.eventsOf('order.settled', buyer.id)).toBe(1)
  expect(await shop.eventsOf('enrolment.granted', buyer.id)).toBe(1)
}

async function expectUnbought({ buyer, courseId }: AtPage): Promise<void> {
  expect(await shop.isEnrolled(buyer, courseId)).toBe(false)
  expect(await shop.eventsOf('order.settled', buyer.id)).toBe(0)
}

describe('a payment that succeeds', () => {
  test('enrols when the callback arrives before the buyer returns', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    const [answer] = await shop.deliver(bought.purchase)
    expect(answer?.statusCode).toBe(200)
    expect(answer?.json()).toEqual({ success: true })
    await shop.runJobs()
    const before = shop.counts.read
    await expectSettledOnce(bought)
    expect(shop.counts.read).toBe(before)
  })

  test('enrols when the buyer returns before the callback', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await expectSettledOnce(bought)
    await shop.deliver(bought.purchase)
    await shop.runJobs()
    await expectSettledOnce(bought)
  })

  test('enrols when neither callback nor buyer ever comes: the first look is after 15 seconds', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.runJobs()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(false)
    shop.server.clock.advance(15 * second)
    await shop.runJobs()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    await expectSettledOnce(bought)
  })

  test('enrols when it is made half an hour later and nobody tells', async () => {
    const bought = await shop.buyerAtPage()
    for (let passed = 0; passed < 30; passed += 1) {
      shop.server.clock.advance(minute)
      await shop.server.services.checkout.sweep()
    }
    await shop.pay(bought.purchase)
    shop.server.clock.advance(20 * minute)
    await shop.server.services.checkout.sweep()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    await expectSettledOnce(bought)
  })

  test('enrols when the process dies right after it: the next one finds it', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    const next = await shop.server.startAgain()
    shop.server.clock.advance(20 * second)
    await next.services.checkout.sweep()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    await next.app.close()
    await expectSettledOnce(bought)
  })

  test('enrols when the process dies after it took the callback: the job is still there', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.deliver(bought.purchase)
    const next = await shop.server.startAgain()
    await next.jobs.runDueOnce()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    await next.app.close()
    await expectSettledOnce(bought)
  })

  test('enrols when its callback arrives before our own call has returned', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    shop.between.created = async ({ id }) => {
      await shop.pay(id)
      await shop.deliver(id)
      await shop.runJobs()
    }
    const { status, body } = await shop.pressBuy(buyer, courseId)
    expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
    // Nothing is left to pay, so the press says what a second press would say.
    expect({ status, code: body.errorCode }).toEqual({ status: 409, code: 'COURSE_ALREADY_OWNED' })
    const payments = await shop.rows(sql<{ outcome: string }>`
      SELECT p.outcome FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = ${buyer.id}`)
    expect(payments).toEqual([{ outcome: 'settled' }])
  })

  test('enrols once when the callback is repeated twenty times at once', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    const { url, body, signature } = await shop.deliveryOf(bought.purchase)
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.callback(url, body, signature)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await shop.runJobs()
    await expectSettledOnce(bought)
    const events = await shop.rows(sql<{ deliveries: number; handled: boolean }>`
      SELECT deliveries, handled_at IS NOT NULL AS handled FROM payment_events WHERE provider_id = ${bought.purchase}`)
    expect(events).toEqual([{ deliveries: 20, handled: true }])
  })

  test('enrols once when callbacks, checks and sweepers of two processes meet', async () => {
    const bought = await shop.buyerAtPage()
    const other = await shop.server.startAgain()
    await shop.pay(bought.purchase)
    shop.server.clock.advance(20 * second)
    const { settlePayment, sweep, checkPayment } = shop.server.services.checkout
    await Promise.all([
      ...Array.from({ length: 8 }, () => settlePayment(shop.platformAccount, bought.purchase)),
      ...Array.from({ length: 8 }, () =>
        other.services.checkout.settlePayment(shop.platformAccount, bought.purchase),
      ),
      sweep(),
      other.services.checkout.sweep(),
      checkPayment(bought.id),
      other.services.checkout.checkPayment(bought.id),
      shop.deliver(bought.purchase).then(() => shop.runJobs()),
    ])
    await other.app.close()
    await expectSettledOnce(bought)
  })

  test('enrols although the course was made private, archived and dearer while it was paid', async () => {
    const bought = await shop.buyerAtPage()
    await sql`UPDATE courses SET is_private = true, archived_at = now(), price_cents = 99_900
               WHERE id = ${bought.courseId}`.execute(shop.server.database.kysely)
    await shop.pay(bought.purchase)
    await expectSettledOnce(bought)
    expect(await shop.orderOf(bought.id)).toMatchObject({ total_cents: 14_900 })
  })

  test('in two tabs of one page is one payment', async () => {
    const bought = await shop.buyerAtPage()
    await Promise.all([shop.pay(bought.purchase), shop.pay(bought.purchase)])
    await shop.deliver(bought.purchase)
    await shop.runJobs()
    await expectSettledOnce(bought)
  })

  test('after a declined card on the same page enrols', async () => {
    const bought = await shop.buyerAtPage()
    await shop.decline(bought.purchase)
    expect(await shop.check(bought.id)).toBe('failed')
    await expectUnbought(bought)
    const again = await shop.pressBuy(bought.buyer, bought.courseId)
    expect(again.body.payment_url).toBe(bought.url)
    await shop.pay(bought.purchase)
    shop.server.clock.advance(2 * second)
    await expectSettledOnce(bought)
  })

  test('at a slow bank is pending, then enrols', async () => {
    const bought = await shop.buyerAtPage()
    await shop.simulator.tryPayment(bought.purchase, { ...plainPayment, slowSeconds: 90 })
    expect(await shop.check(bought.id)).toBe('pending')
    await expectUnbought(bought)
    shop.server.clock.advance(90 * second)
    await expectSettledOnce(bought)
  })
})

describe('a payment that does not happen', () => {
  test('abandoned: the order runs out, the course is unbought and can be bought again', async () => {
    const bought = await shop.buyerAtPage()
    shop.server.clock.advance(61 * minute)
    await shop.server.services.checkout.sweep()
    expect(await shop.check(bought.id)).toBe('expired')
    await expectUnbought(bought)
    const again = await shop.pressBuy(bought.buyer, bought.courseId)
    expect(again.status).toBe(201)
    expect(again.body.purchase_id).not.toBe(bought.id)
  })

  test('cancelled at the provider: the order is cancelled and the course can be bought again', async () => {
    const bought = await shop.buyerAtPage()
    await shop.simulator.cancel('platform-key', bought.purchase)
    expect(await shop.check(bought.id)).toBe('cancelled')
    await expectUnbought(bought)
    expect((await shop.pressBuy(bought.buyer, bought.courseId)).body.purchase_id).not.toBe(bought.id)
  })

  test('abandoned for good: the sweeper stops after 37 hours past the due time', async () => {
    const bought = await shop.buyerAtPage()
    for (let passed = 0; passed < 45; passed += 1) {
      shop.server.clock.advance(hour)
      await shop.server.services.checkout.sweep()
    }
    expect(await shop.paymentsOf(bought.id)).toMatchObject([{ state: 'expired', next_read_at: null }])
  })
})

describe('a late payment', () => {
  /** An acquirer's late word: the provider says paid after it said something final. */
  const lateWord = (bought: AtPage) => {
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'paid',
        updated_on: Math.floor(shop.server.clock.now().getTime() / 1000),
        payment: {
          amount: 14_900,
          currency: 'MYR',
          paid_on: Math.floor(shop.server.clock.now().getTime() / 1000),
        },
        refundable_amount: 14_900,
      }),
    })
    return bought
  }

  test('after the order has run out settles it', async () => {
    const bought = await shop.buyerAtPage()
    shop.server.clock.advance(2 * hour)
    expect(await shop.check(bought.id)).toBe('expired')
    shop.server.clock.advance(hour)
    lateWord(bought)
    await expectSettledOnce(bought)
  })

  test('after the order was cancelled settles it', async () => {
    const bought = await shop.buyerAtPage()
    await shop.simulator.cancel('platform-key', bought.purchase)
    expect(await shop.check(bought.id)).toBe('cancelled')
    shop.server.clock.advance(minute)
    lateWord(bought)
    await expectSettledOnce(bought)
  })

  test('for a course bought again meanwhile is kept, granted without a second enrolment, and shown', async () => {
    const first = await shop.buyerAtPage()
    shop.server.clock.advance(61 * minute)
    expect(await shop.check(first.id)).toBe('expired')
    const again = await shop.buy(first.buyer, first.courseId)
    await shop.pay(again.purchase)
    expect(await shop.check(again.id)).toBe('paid')
    shop.server.clock.advance(minute)
    lateWord(first)
    expect(await shop.check(first.id)).toBe('paid')
    shop.calm()
    expect(await shop.paymentsOf(first.id)).toMatchObject([
      { outcome: 'settled', attention: ['already_owned'] },
    ])
    expect(await shop.eventsOf('enrolment.granted', first.buyer.id)).toBe(1)

    // One of the two is given back: the other still pays for the place. Then the other too.
    await shop.simulator.refund('platform-key', again.purchase, null, 0)
    await shop.server.services.checkout.settlePayment(shop.platformAccount, again.purchase)
    expect(await shop.isEnrolled(first.buyer, first.courseId)).toBe(true)
    lateWord(first)
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'refunded',
        updated_on: Math.floor(shop.server.clock.now().getTime() / 1000) + 5,
        payment: { amount: 14_900, currency: 'MYR', paid_on: 1 },
        refundable_amount: 0,
      }),
    })
    await shop.server.services.checkout.settlePayment(shop.platformAccount, first.purchase)
    expect(await shop.isEnrolled(first.buyer, first.courseId)).toBe(false)
  })
})

describe('a second payment of one order', () => {
  async function paidTwice() {
    const bought = await shop.buyerAtPage()
    shop.server.clock.advance(61 * minute)
    const { body } = await shop.pressBuy(bought.buyer, bought.courseId)
    const renewed = shop.purchaseIn(body.payment_url)
    const paidOn = Math.floor(shop.server.clock.now().getTime() / 1000)
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'paid',
        updated_on: paidOn,
        payment: { amount: 14_900, currency: 'MYR', paid_on: paidOn },
        refundable_amount: 14_900,
      }),
    })
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    shop.calm()
    await shop.pay(renewed)
    await shop.server.services.checkout.settlePayment(shop.platformAccount, renewed)
    return { ...bought, renewed }
  }

  test('is kept as surplus: shown, refundable, and the buyer is enrolled once', async () => {
    const bought = await paidTwice()
    expect((await shop.paymentsOf(bought.id)).map(({ outcome }) => outcome)).toEqual(['settled', 'surplus'])
    await expectSettledOnce(bought)
  })

  test('given back leaves the order paid', async () => {
    const bought = await paidTwice()
    await shop.simulator.refund('platform-key', bought.renewed, null, 0)
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.renewed)
    await expectSettledOnce(bought)
  })

  test('pays the order when it is the first that was given back', async () => {
    const bought = await paidTwice()
    const at = Math.floor(shop.server.clock.now().getTime() / 1000) + 5
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'refunded',
        updated_on: at,
        payment: { amount: 14_900, currency: 'MYR', paid_on: at },
        refundable_amount: 0,
      }),
    })
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    shop.calm()
    expect((await shop.paymentsOf(bought.id)).map(({ outcome }) => outcome)).toEqual(['surplus', 'settled'])
    await expectSettledOnce(bought)
  })

  test('is prevented where it can be: once one page is paid the other is closed', async () => {
    const bought = await shop.buyerAtPage()
    const extra = await shop.simulator.create('platform-key', {})
    expect(extra).toHaveProperty('errors')
    shop.server.clock.advance(61 * minute)
    const { body } = await shop.pressBuy(bought.buyer, bought.courseId)
    const renewed = shop.purchaseIn(body.payment_url)
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'paid',
        updated_on: Math.floor(shop.server.clock.now().getTime() / 1000),
        payment: { amount: 14_900, currency: 'MYR', paid_on: 1 },
      }),
    })
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    shop.calm()
    await shop.runJobs()
    expect(await shop.simulator.read('platform-key', renewed)).toMatchObject({ status: 'cancelled' })
    await expectSettledOnce(bought)
  })
})

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
    await expectUnbought(bought)
    const stored = await shop.rows(sql<{ id: number }>`
      SELECT id FROM payment_events WHERE provider_id = ${bought.purchase}`)
    expect(stored).toEqual([])
  }

  test('without a signature', async () => {
    const { bought, url, body } = await paidPurchase()
    await expectRefused(await shop.callback(url, body), bought)
    await expectRefused(await shop.callback(url, body, ''), bought)
  })

  test('with a signature of other bytes', async () => {
    const { bought, url, body, signature } = await paidPurchase()
    const before = shop.server.services.checkout.callbacksRefused()
    await expectRefused(await shop.callback(url, `${body} `, signature), bought)
    await expectRefused(await shop.callback(url, JSON.stringify(JSON.parse(body)), signature), bought)
    await expectRefused(await shop.callback(url, body, `${signature.slice(0, -8)}AAAAAAA=`), bought)
    await expectRefused(await shop.callback(url, '', signature), bought)
    expect(shop.server.services.checkout.callbacksRefused() - before).toBe(4)
  })

  test('with the genuine signature of another account', async () => {
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
    // At the thief's own address their signature is good, but our purchase is not theirs to tell of.
    const forged = { ...JSON.parse(theirs.body), id: bought.purchase, reference: bought.id }
    await expectRefused(await shop.callback(theirs.url, JSON.stringify(forged), theirs.signature), bought)
  })

  test('for an account that does not exist, in the very bytes of a bad signature', async () => {
    const { bought, url, body, signature } = await paidPurchase()
    const unknown = await shop.callback(url.replace(/\d+$/, '987654321'), body, signature)
    await expectRefused(unknown, bought)
    expect(unknown.body).toBe((await shop.callback(url, body, 'AAAA')).body)
  })

  test('larger than 256 kB is refused before it is looked at', async () => {
    const { bought, url, signature } = await paidPurchase()
    const answer = await shop.callback(url, Buffer.alloc(300_000, 'x'), signature)
    expect(answer.statusCode).toBe(413)
    await expectUnbought(bought)
  })

  test('cannot be judged while the provider’s key cannot be had: it may come again', async () => {
    const fresh = await startShop()
    try {
      const bought = await fresh.buyerAtPage()
      await fresh.pay(bought.purchase)
      fresh.simulator.faults.inject({ kind: 'down' })
      const [answer] = await fresh.deliver(bought.purchase)
      expect(answer?.statusCode).toBe(503)
      fresh.calm()
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
  /** Signed by the platform's own key, as if the provider had sent these bytes. */
  async function signed(body: string) {
    const { createPrivateKey, sign } = await import('node:crypto')
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
  ])('%s is taken, so that those behind it are not held up', async (_name, body) => {
    const answer = await shop.callback(url(), body, await signed(body))
    expect(answer.statusCode).toBe(200)
    expect((await shop.runJobs()).failed).toBe(0)
    const open = await shop.rows(sql<{ id: number }>`SELECT id FROM payment_events WHERE handled_at IS NULL`)
    expect(open).toEqual([])
  })

  test('that says paid of an unpaid purchase is only a hint: the provider is read', async () => {
    const bought = await shop.buyerAtPage()
    const body = JSON.stringify({
      type: 'purchase',
      event_type: 'purchase.paid',
      id: bought.purchase,
      status: 'paid',
    })
    expect((await shop.callback(url(), body, await signed(body))).statusCode).toBe(200)
    await shop.runJobs()
    await expectUnbought(bought)
    expect(await shop.check(bought.id)).toBe('created')
  })

  test('is read again until the provider answers', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.deliver(bought.purchase)
    shop.simulator.faults.inject({ kind: 'down' })
    expect((await shop.runJobs()).failed).toBe(1)
    await expectUnbought(bought)
    shop.calm()
    shop.server.clock.advance(hour)
    await shop.runJobs()
    await expectSettledOnce(bought)
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
    '%s: it needs a person, nobody is enrolled, and nothing is lost',
    async (_name, fields, reason) => {
      const bought = await shop.buyerAtPage()
      await shop.pay(bought.purchase)
      shop.simulator.faults.inject({ kind: 'alter', change: withFields(fields) })
      await shop.deliver(bought.purchase)
      await shop.runJobs()
      expect(await shop.check(bought.id)).toBe('needs_review')
      await expectUnbought(bought)
      expect(await shop.paymentsOf(bought.id)).toMatchObject([
        { state: 'paid', outcome: 'needs_review', review_reason: reason },
      ])
      shop.calm()
      const history = await shop.server.call('readPayment', { params: { id: bought.id }, as: bought.buyer })
      expect(history.body.status).toBe('needs_review')

      // The provider tells it right the next time: it settles.
      shop.server.clock.advance(minute)
      await expectSettledOnce(bought)
    },
  )

  test('a paid purchase of another, cheaper order does not pay this one', async () => {
    const cheap = await shop.buyerAtPage(100)
    const dear = await shop.buyerAtPage(90_000)
    await shop.pay(cheap.purchase)
    shop.between.read = (purchase) => ({ ...purchase, reference: dear.id })
    await shop.server.services.checkout.settlePayment(shop.platformAccount, cheap.purchase)
    await expectUnbought(dear)
    await expectUnbought(cheap)
    expect(await shop.paymentsOf(cheap.id)).toMatchObject([{ review_reason: 'other_reference' }])
    shop.calm()
    await shop.server.services.checkout.settlePayment(shop.platformAccount, cheap.purchase)
    expect(await shop.isEnrolled(cheap.buyer, cheap.courseId)).toBe(true)
    expect(await shop.isEnrolled(dear.buyer, dear.courseId)).toBe(false)
  })

  test('a purchase of another account that bears this order’s reference is nobody’s', async () => {
    const bought = await shop.buyerAtPage()
    const thief = await shop.server.person('admin')
    await shop.server.call('updateChipCredentials', {
      body: { chipSecret: 'another-thief', chipBrandId: crypto.randomUUID() },
      as: thief,
    })
    const own = await shop.buy(await shop.server.person(), await shop.course(14_900, thief))
    await shop.pay(own.purchase)
    const [account] = await shop.rows(sql<{ id: number }>`
      SELECT payment_account_id AS id FROM orders WHERE public_id = ${own.id}`)
    shop.between.read = (purchase) => ({ ...purchase, reference: bought.id })
    await shop.server.services.checkout.settlePayment(account?.id ?? 0, own.purchase)
    await expectUnbought(bought)
    shop.calm()
    await shop.server.services.checkout.settlePayment(account?.id ?? 0, own.purchase)
  })

  test('where real money is taken a test key opens no page', async () => {
    const strict = await startShop({ acceptTestPayments: false })
    try {
      const { status } = await strict.pressBuy(await strict.server.person(), await strict.course())
      expect(status).toBe(502)
    } finally {
      await strict.server.stop()
    }
  })
})

describe('a check', () => {
  test('answers what is known when the provider does not', async () => {
    const bought = await shop.buyerAtPage()
    for (const fault of [
      { kind: 'down' },
      { kind: 'silent' },
      { kind: 'answer', status: 200, text: '<html></html>', contentType: 'text/html' },
      { kind: 'answer', status: 429, text: '{}' },
    ] as const) {
      shop.simulator.faults.inject(fault)
      shop.server.clock.advance(5 * second)
      expect(await shop.check(bought.id)).toBe('created')
    }
    shop.calm()
    await shop.pay(bought.purchase)
    shop.server.clock.advance(5 * second)
    await expectSettledOnce(bought)
  })

  test('by a hundred tabs at once reads the provider once in two seconds', async () => {
    const bought = await shop.buyerAtPage()
    const other = await shop.server.startAgain()
    const before = shop.counts.read
    const checks = () =>
      Promise.all([
        ...Array.from({ length: 50 }, () => shop.check(bought.id)),
        ...Array.from({ length: 50 }, () => other.services.checkout.checkPayment(bought.id)),
      ])
    await checks()
    expect(shop.counts.read - before).toBe(1)
    shop.server.clock.advance(2 * second)
    await checks()
    expect(shop.counts.read - before).toBe(2)
    await other.app.close()
  })
})

describe('a refund at the provider', () => {
  async function paid(priceCents?: number) {
    const bought = await shop.buyerAtPage(priceCents)
    await shop.pay(bought.purchase)
    await expectSettledOnce(bought)
    return bought
  }

  test('in full closes the course and is told; buying again opens it again', async () => {
    const bought = await paid()
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    shop.server.clock.advance(day)
    await shop.server.services.checkout.sweep()
    expect(await shop.check(bought.id)).toBe('refunded')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(false)
    expect(await shop.eventsOf('order.refunded', bought.buyer.id)).toBe(1)
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.eventsOf('order.refunded', bought.buyer.id)).toBe(1)
    const again = await shop.buy(bought.buyer, bought.courseId)
    await shop.pay(again.purchase)
    expect(await shop.check(again.id)).toBe('paid')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
  })

  test('under way keeps the course until it is done', async () => {
    const bought = await paid()
    await shop.simulator.refund('platform-key', bought.purchase, null, 600)
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    shop.server.clock.advance(600 * second)
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('refunded')
  })

  test('of a part names no line: the buyer keeps everything and a person is asked', async () => {
    const bought = await paid()
    await shop.simulator.refund('platform-key', bought.purchase, 5_000, 0)
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    expect(await shop.paymentsOf(bought.id)).toMatchObject([{ attention: ['partly_refunded'] }])
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('refunded')
  })

  test('does not take away a place that another way had given', async () => {
    const bought = await shop.buyerAtPage()
    await shop.server.database.transaction((tx) =>
      shop.server.services.enrolments.grant(tx, {
        userId: bought.buyer.id,
        courseId: bought.courseId,
        source: 'granted',
      }),
    )
    await shop.pay(bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('refunded')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
  })

  test('before we ever heard of the payment ends as the same refund', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    expect(await shop.check(bought.id)).toBe('refunded')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(false)
  })

  test('lost to a dispute keeps the course and asks a person', async () => {
    const bought = await paid()
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({ status: 'chargeback', refundable_amount: 0, updated_on: 2_000_000_000 }),
    })
    await shop.server.services.checkout.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    expect(await shop.paymentsOf(bought.id)).toMatchObject([{ attention: ['chargeback'] }])
  })
})

test('a provider that is away costs the sweeper one round, not the night', async () => {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  shop.server.clock.advance(minute)
  shop.simulator.faults.inject({ kind: 'down' })
  await shop.server.services.checkout.sweep()
  await expectUnbought(bought)
  shop.calm()
  shop.server.clock.advance(2 * minute)
  await shop.server.services.checkout.sweep()
  expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
})

test('a purchase the provider does not know is an error of the provider, not of ours', async () => {
  const unknown = '00000000-0000-4000-8000-000000000009'
  await expect(
    shop.server.services.checkout.settlePayment(shop.platformAccount, unknown),
  ).rejects.toBeInstanceOf(ProviderError)
})
