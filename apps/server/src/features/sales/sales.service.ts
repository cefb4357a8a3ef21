/** Buying: an order, its payment page, how it stands. Settlement, callbacks and the sweeper stand beside this file. */
import type { Payment, PaymentInDetail, PaymentStatus, PurchaseFilter } from '@apogee/contracts/checkout.ts'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import { ProviderError, type PaymentProvider } from '#server/adapters/payments/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Pricing } from '#server/features/pricing/pricing.service.ts'
import { createBuyers } from './checkout/buyer-details.ts'
import { createCallbacks } from './settlement/callbacks.ts'
import { createEarlierPages } from './checkout/superseded-payments.ts'
import { createOrders } from './checkout/place-order.ts'
import { createPages } from './checkout/payment-page.ts'
import { createPastBooks } from './model/past-books.ts'
import { createRefunding } from './refunds/refunds.ts'
import { createRefunds } from './refunds/refund-requests.ts'
import { createReview } from './exceptions/payment-exceptions.ts'
import {
  distinctIds,
  extraMoney,
  isPublicId,
  isSettled,
  statesOf,
  statusShown,
  type OrderState,
} from './model/orders.rules.ts'
import { createSettlement } from './settlement/settlement.ts'
import * as store from './model/orders.store.ts'
import { createSweeper } from './settlement/sweep.ts'
import * as payments from './model/payments.store.ts'

export interface CheckoutParts {
  database: Database
  payments: PaymentProvider
  clock: Clock
  log: Logger
  acceptTestPayments: boolean
  limitsOn: boolean
  callbackOrigin: () => string | null
  businesses: Businesses
  enrolments: Enrolments
  pricing: Pricing
  accounting: Accounting
  learning: Pick<Learning, 'watchedIn'>
  accounts: Pick<Accounts, 'takeTurn'>
  publicUrl: string | null
  ownOrigin: () => string
}

export interface PurchaseForm {
  origin: string
  customer: store.Customer
  /** As typed; '' is none. */
  code?: string | undefined
  /** Sen; another total opens nothing. */
  expectedTotal?: number | undefined
  /** The browser's, against guessed codes. */
  address: string
}

export interface OpenPurchase {
  paymentUrl: string
  purchaseId: string
}

export type Checkout = ReturnType<typeof createCheckout>

/** Two readers of one purchase within this time share what the first was told. */
const readAgainMs = 1_900
/** So old may a failure be that a buyer is told: after a declined card the same page may have been paid since. */
const failureHoldsMs = 200
/** Two tabs that keep replacing each other's order end here. */
const mostRounds = 4

export function createCheckout(parts: CheckoutParts) {
  const { database, clock, log } = parts
  const settlement = createSettlement(parts)
  const refunding = createRefunding({ ...parts, settlement })
  const refunds = createRefunds({ ...parts, refunding })
  const orders = createOrders({ ...parts, settlement })
  const pages = createPages({ ...parts, settlement })
  const earlierPages = createEarlierPages({ ...parts, settlement })
  const callbacks = createCallbacks({ ...parts, settlement })
  const sweeper = createSweeper({ ...parts, settlement, pages })
  const reading = new Map<number, Promise<void>>()

  /**
   * Where the buyer pays for these courses. `origin`: where the payment returns to. Pressed again for the same courses
   * it leads to the same page; other courses or prices give the old order up. Free courses are the buyer's at once.
   */
  async function startPurchase(
    buyer: Caller,
    courseIds: readonly number[],
    { code: typed, address, ...details }: PurchaseForm,
  ): Promise<OpenPurchase> {
    const code = await parts.pricing.codeToPayWith(typed, buyer, address)
    for (let round = 0; round < mostRounds; round += 1) {
      await earlierPages.clearTheWay(buyer.userId, courseIds)
      const { order, isFree, replacedPayments } = await database.transaction((tx) =>
        orders.placeOrder(tx, buyer, courseIds, { ...details, code }),
      )
      const purchaseId = order.publicId
      if (isFree) {
        return { paymentUrl: `${details.origin}/checkout/success?purchase_id=${purchaseId}`, purchaseId }
      }
      const earlier = await earlierPages.closePages(replacedPayments)
      // Paid just before it was given up: look again at what the buyer owns now.
      if (earlier === 'paid') continue
      if (earlier === 'at bank') {
        await database.transaction((tx) => orders.giveUpOne(tx, order.id))
        refuse('PAYMENT_AT_BANK')
      }
      const page = await pages.openPage(order.id)
      if (page.kind === 'open') return { paymentUrl: page.url, purchaseId }
    }
    return refuse('PAYMENT_PROVIDER_UNAVAILABLE')
  }

  /** How a purchase stands, read from the provider unless somebody just did. Its silence is no failure. */
  async function checkPayment(publicId: string): Promise<PaymentStatus> {
    if (!isPublicId(publicId)) refuse('PAYMENT_NOT_FOUND')
    const purchase = await store.purchaseByPublicId(database.kysely, publicId)
    if (!purchase) refuse('PAYMENT_NOT_FOUND')
    if (isSettled(purchase.state)) return purchase.state
    await readOnce(purchase.id, isOpenToBuyer(purchase.state) ? readAgainMs : failureHoldsMs)
    const now = (await store.purchaseByPublicId(database.kysely, publicId)) ?? purchase
    return statusShown(now.state, now.payments)
  }

  function readOnce(orderId: number, holdsMs: number): Promise<void> {
    const running = reading.get(orderId)
    if (running) return running
    const started = readStale(orderId, holdsMs).finally(() => reading.delete(orderId))
    reading.set(orderId, started)
    return started
  }

  async function readStale(orderId: number, holdsMs: number): Promise<void> {
    const now = clock.now()
    const since = new Date(now.getTime() - holdsMs)
    const stale = await payments.claimStaleReads(database.kysely, orderId, { now, since })
    await Promise.all(
      stale.map(async ({ paymentAccountId, providerId }) => {
        try {
          await settlement.settlePayment(paymentAccountId, providerId)
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          log.warn({ err: error, orderId }, 'a checked payment could not be read')
        }
      }),
    )
  }

  async function readPayment(buyer: Caller, publicId: string): Promise<PaymentInDetail> {
    if (!isPublicId(publicId)) refuse('PAYMENT_NOT_FOUND')
    const purchase = await store.purchaseOfBuyer(database.kysely, buyer.userId, publicId)
    if (!purchase) refuse('PAYMENT_NOT_FOUND')
    const [shown] = await present(buyer, [purchase])
    if (!shown) return refuse('PAYMENT_NOT_FOUND')
    const extra = await payments.extraMoneyOf(database.kysely, purchase.id)
    return { ...shown, extra: extra.flatMap(extraMoney) }
  }

  async function paymentHistory(
    buyer: Caller,
    filter: PurchaseFilter | undefined,
    page: PageRequest,
  ): Promise<Page<Payment>> {
    const wanted = { states: statesOf(filter), orGivenBack: filter === 'refunded' }
    const { rows, total } = await store.purchasesOfBuyer(database.kysely, buyer.userId, wanted, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: await present(buyer, data), meta }
  }

  /** The one way in which purchases leave the server to their buyer. */
  async function present(buyer: Caller, purchases: readonly store.PurchaseRow[]): Promise<Payment[]> {
    const ids = purchases.map(({ publicId }) => publicId)
    const courseIds = purchases.flatMap(({ lines }) => lines.map(({ courseId }) => courseId))
    const receipts = await parts.accounting.receiptPaths(buyer.userId, ids)
    const owned = await parts.enrolments.isEnrolled(database.kysely, buyer.userId, distinctIds(courseIds))
    return purchases.map((purchase) => presentPurchase(purchase, receipts, owned))
  }

  /** The job that closes a given-up page. Throws while the provider cannot be reached, to be tried again. */
  async function cancelPayment(paymentId: number): Promise<void> {
    try {
      await settlement.cancelPayment(paymentId)
    } catch (error) {
      if (!(error instanceof ProviderError && error.kind === 'not_found')) throw error
      log.warn({ err: error, paymentId }, 'a page to be closed is unknown to the provider')
    }
  }

  return {
    refunds,
    review: createReview({ ...parts, settlement, refunding, sellerIdOf: refunds.sellerIdOf }),
    carryOnRefunds: refunding.carryOn,
    startPurchase,
    checkPayment,
    readPayment,
    paymentHistory,
    cancelPayment,
    /** A paid line of this person's gives the course from now on, where another way in ends; false: there is none. */
    keepsByPurchase: (tx: Transaction<DB>, { userId, courseId }: { userId: number; courseId: number }) =>
      store.handAccessOn(tx, { buyerId: userId, courseId, fromLine: 0 }),
    settlePayment: settlement.settlePayment,
    ...createBuyers({ ...parts, giveUpAll: orders.giveUpAll }),
    ...callbacks,
    ...sweeper,
    ...createPastBooks(parts),
  }
}

/** Whoever is told this asks again by itself; anything else ends the asking. */
const isOpenToBuyer = (state: OrderState) => state === 'created' || state === 'pending'

function presentPurchase(
  purchase: store.PurchaseRow,
  receipts: ReadonlyMap<string, string>,
  owned: ReadonlySet<number>,
): Payment {
  return {
    id: purchase.publicId,
    status: statusShown(purchase.state, purchase.payments),
    amount: purchase.totalCents,
    currency: 'MYR',
    createdAt: purchase.createdAt.toISOString(),
    paidAt: purchase.settledAt?.toISOString() ?? null,
    lines: purchase.lines.map((line) => ({ ...line, owned: owned.has(line.courseId) })),
    receiptUrl: receipts.get(purchase.publicId) ?? null,
  }
}
