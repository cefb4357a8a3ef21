/** Starts the whole server with a simulated payment provider in the same process, which the test controls. */
import { writeOffers, type Terms } from '@apogee/contracts/sales/offers.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { MemoryStorage } from '@apogee/chip-simulator/storage/memory-storage.ts'
import { createSimulatorProvider } from '#server/adapters/payments/cases/simulated-provider.ts'
import { Simulator, declinedPayment, plainPayment } from '@apogee/chip-simulator/simulator.ts'
import type { Mailer } from '#server/adapters/mail/port.ts'
import type { Pictures } from '#server/adapters/pictures/port.ts'
import type { PaymentProvider, ProviderPurchase } from '#server/adapters/payments/port.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestAppOptions, type TestPerson } from '#server/app/testing.ts'

/** Writes the offer of a page for a purchase. The terms are those of a course without limits, unless given. */
export const shownOffer = (
  courseId: number,
  price: number,
  { access = null, cohortId = null, first = [] }: Partial<Terms> = {},
): string => writeOffers([{ courseId, price, terms: { access, cohortId, first } }])

export const pageRoot = 'http://127.0.0.1:3000/payment-simulator/'

export type Shop = Awaited<ReturnType<typeof startShop>>

export async function startShop({
  withPlatformAccount = true,
  acceptTestPayments = true,
  ...others
}: {
  withPlatformAccount?: boolean
  acceptTestPayments?: boolean
  twoRoles?: boolean
  poolSize?: number
  limitsOn?: boolean
  sellersNeedApproval?: boolean
  payoutApprovals?: TestAppOptions['payoutApprovals']
  mailer?: Mailer
  pictures?: Pictures
  addFirstHooks?: TestAppOptions['addFirstHooks']
} = {}) {
  let now = () => new Date()
  const storage = new MemoryStorage()
  const simulator = new Simulator({ storage, pageRoot: () => pageRoot, now: () => now() })
  const real = createSimulatorProvider(simulator, {
    mayLeadTo: (page) => page.startsWith(pageRoot),
    // The timeout is long, so that a busy machine does not look like a provider that does not respond.
    timeoutMs: 4000,
  })
  const { provider, between, counts } = observeProvider(real)
  // Generating the signing key takes time, so it is generated while the server starts.
  const [server] = await Promise.all([
    startTestApp({ payments: provider, acceptTestPayments, ...others }),
    simulator.publicKey('platform-key'),
  ])
  // The database's clock also decides which jobs are due. The test clock is ahead of it, so that a job with a pause runs only after
  // a test has advanced the clock.
  server.clock.advance(3_600_000)
  now = server.clock.now
  const platformAccount = withPlatformAccount
    ? await server.services.businesses.connectPlatformAccount({
        chipSecret: 'platform-key',
        chipBrandId: randomUUID(),
      })
    : 0
  const seller = await server.person('admin')
  const course = async (priceCents = 14_900, owner: TestPerson = seller, title = 'Orbital mechanics') =>
    (await makeCourse(server.database, { owner, title, priceCents })).id
  return {
    server,
    simulator,
    provider,
    between,
    counts,
    platformAccount,
    seller,
    course,
    customer,
    purchaseIn,
    pay: (purchase: string) => simulator.tryPayment(purchase, plainPayment),
    decline: (purchase: string) => simulator.tryPayment(purchase, declinedPayment),
    ...buyersOf(server, course),
    ...callbacksOf(server, simulator, storage),
    ...orderReadings(server),
    runJobs: () => server.jobs.runDueOnce(),
    /** From now on the provider reports the page as paid, as it does when a bank is late. */
    reportPaid(id: string, changes: Partial<ProviderPurchase> = {}) {
      between.read = (purchase) =>
        purchase.id === id
          ? {
              ...purchase,
              state: 'paid',
              paidAmountCents: purchase.amountCents,
              paidCurrency: 'MYR',
              ...changes,
            }
          : purchase
    },
    /** Removes the functions with which a test changes the provider's behaviour. */
    clearFaults() {
      delete between.read
      delete between.created
      delete between.refund
      delete between.refunded
      simulator.faults.clear()
    },
  }
}

/** Counts the calls to the provider, and lets a test change or intercept them. */
function observeProvider(real: PaymentProvider) {
  const between: {
    read?: (purchase: ProviderPurchase) => ProviderPurchase | Promise<ProviderPurchase>
    created?: (purchase: ProviderPurchase) => Promise<void>
    /** `refund` runs before a refund reaches the provider, and `refunded` after the provider has made it. */
    refund?: () => void
    refunded?: () => void
  } = {}
  const counts = { created: 0, read: 0, refunds: 0 }
  const provider: PaymentProvider = {
    async createPurchase(account, request) {
      counts.created += 1
      const purchase = await real.createPurchase(account, request)
      await between.created?.(purchase)
      return purchase
    },
    async refundPurchase(account, id, amountCents) {
      between.refund?.()
      counts.refunds += 1
      const answer = await real.refundPurchase(account, id, amountCents)
      between.refunded?.()
      return answer
    },
    async readPurchase(account, id) {
      counts.read += 1
      const purchase = await real.readPurchase(account, id)
      return between.read ? between.read(purchase) : purchase
    },
    cancelPurchase: (account, id) => real.cancelPurchase(account, id),
    record: () => real.record(),
    verifyCallback: (account, rawBody, signature) => real.verifyCallback(account, rawBody, signature),
    parseCallback: (rawBody) => real.parseCallback(rawBody),
    isPaidEvent: (eventType) => real.isPaidEvent(eventType),
    paymentMethods: (account, amountCents) => real.paymentMethods(account, amountCents),
    checkCredentials: (account) => real.checkCredentials(account),
  }
  return { provider, between, counts }
}

/** Returns the provider's purchase id in the address of a payment page. */
function purchaseIn(paymentUrl: string): string {
  const id = paymentUrl.slice(`${pageRoot}p/`.length).replace(/\/.*$/, '')
  if (!paymentUrl.startsWith(`${pageRoot}p/`)) throw new Error(`not a payment page: ${paymentUrl}`)
  return id
}

const customer = {
  address: '1 Jalan Ujian',
  city: 'Kuala Lumpur',
  state: 'WP',
  postalCode: '50000',
  country: 'Malaysia',
}

/** Helpers that do what a buyer does on the product's pages. */
function buyersOf({ call, person }: TestApp, course: (priceCents?: number) => Promise<number>) {
  const pressBuy = (buyer: TestPerson, courseId: number) =>
    call('payForCourse', { body: { courseId }, as: buyer })
  const pressCheckout = (buyer: TestPerson, courseIds: number[]) =>
    call('payForCart', { body: { courseIds, customerInfo: customer }, as: buyer })

  async function buy(buyer: TestPerson, ...courseIds: number[]) {
    const { status, body } = await pressCheckout(buyer, courseIds)
    if (status !== 201) throw new Error(`no purchase: ${status} ${body.errorCode}`)
    return { id: body.payment_id, url: body.payment_url, purchase: purchaseIn(body.payment_url) }
  }

  /** Creates a buyer who has opened the payment page for a new course. */
  async function buyerAtPage(priceCents?: number) {
    const buyer = await person()
    const courseId = await course(priceCents)
    return { buyer, courseId, ...(await buy(buyer, courseId)) }
  }

  return { pressBuy, pressCheckout, buy, buyerAtPage }
}

/** Helpers that deliver the provider's callbacks when a test asks for it. */
function callbacksOf(server: TestApp, simulator: Simulator, storage: MemoryStorage) {
  const callback = (url: string, body: string | Buffer, signature?: string) =>
    server.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      payload: body,
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'x-signature': signature }),
      },
    })

  /** Delivers the callbacks of a purchase as the provider sends them. */
  async function deliver(purchase: string) {
    const answers = []
    for (const { url, body, signature } of await simulator.deliveriesOf(purchase)) {
      answers.push(await callback(url, body, signature))
    }
    return answers
  }

  async function deliveryOf(purchase: string) {
    const delivery = (await simulator.deliveriesOf(purchase))[0]
    if (!delivery) throw new Error('nothing to deliver')
    return delivery
  }

  /** Returns the private key with which the provider signs callbacks of an account. */
  async function signingKey(secret: string): Promise<string> {
    const probe = await simulator.create(secret, {
      brand_id: randomUUID(),
      client: { email: 'probe@apogee.test' },
      purchase: { products: [{ name: 'Probe', price: 100 }] },
    })
    if ('errors' in probe) throw new Error(`the simulator refused: ${JSON.stringify(probe.errors)}`)
    return storage.signingKey(probe.company_id, () => {
      throw new Error('this account has signed nothing yet')
    })
  }

  return { callback, deliver, deliveryOf, signingKey }
}

type Bought = { buyer: TestPerson; courseId: number; id: string }

/** Helpers that read the results of an order: its state, payments, events and enrolments. */
function orderReadings({ database, services, call }: TestApp) {
  async function rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
    return (await query.execute(database.kysely)).rows
  }

  const check = async (id: string) =>
    (await call('checkPayment', { params: { purchaseId: id }, as: null })).body.status
  const isEnrolled = async (buyer: TestPerson, courseId: number) =>
    (await services.enrolments.isEnrolled(database.kysely, buyer.id, [courseId])).has(courseId)
  const orderOf = async (id: string) =>
    (
      await rows(sql<{ id: number; state: string; total_cents: number; payment_account_id: number | null }>`
      SELECT id, state, total_cents, payment_account_id FROM orders WHERE public_id = ${id}`)
    )[0]
  const paymentsOf = (id: string) =>
    rows(sql<{
      state: string
      outcome: string | null
      review_reason: string | null
      attention: string[]
      provider_id: string | null
      next_read_at: Date | null
    }>`
      SELECT p.state, p.outcome, p.review_reason, p.attention, p.provider_id, p.next_read_at
        FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.public_id = ${id} ORDER BY p.id`)
  const eventsOf = async (kind: string, userId: number) =>
    (
      await rows(sql<{ payload: object }>`
      SELECT payload FROM domain_events
       WHERE kind = ${kind} AND (payload->>'buyerId' = ${String(userId)} OR payload->>'userId' = ${String(userId)})`)
    ).length

  /** Expects that the order was paid once, opened one enrolment and emitted its events once. */
  async function expectSettledOnce({ buyer, courseId, id }: Bought): Promise<void> {
    expect(await check(id)).toBe('paid')
    expect(await isEnrolled(buyer, courseId)).toBe(true)
    expect((await paymentsOf(id)).filter(({ outcome }) => outcome === 'settled')).toHaveLength(1)
    expect(await eventsOf('order.settled', buyer.id)).toBe(1)
    expect(await eventsOf('enrolment.granted', buyer.id)).toBe(1)
  }

  async function expectUnbought({ buyer, courseId }: Bought): Promise<void> {
    expect(await isEnrolled(buyer, courseId)).toBe(false)
    expect(await eventsOf('order.settled', buyer.id)).toBe(0)
  }

  return { rows, check, isEnrolled, orderOf, paymentsOf, eventsOf, expectSettledOnce, expectUnbought }
}
