/** Purchases: the order, its payment page and its state. Settlement, callbacks and the sweeper are in settlement/. */
import type { OrderId, PaymentId } from '@apogee/domain/ids.ts'
import type { PurchaseFilter } from '@apogee/contracts/sales/purchase-filters.ts'
import type { Payment, PaymentInDetail, PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import type { Offer } from '@apogee/contracts/sales/offers.ts'
import { readVisit } from '@apogee/contracts/operations/source-keys.ts'
import type { Logger } from 'pino'
import { ProviderError, type PaymentProvider } from '#server/adapters/payments/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { Refusal, refuse } from '#server/policy/refusal.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Pricing } from '#server/features/pricing/pricing.service.ts'
import { BuyerDetails } from './checkout/buyer-details.ts'
import { Callbacks } from './settlement/callbacks.ts'
import { SupersededPayments } from './checkout/superseded-payments.ts'
import { OrderPlacement } from './checkout/place-order.ts'
import { PaymentPages } from './checkout/payment-page.ts'
import { Refunding } from './refunds/refunds.ts'
import { RefundRequests } from './refunds/refund-requests.ts'
import { PaymentExceptions } from './exceptions/payment-exceptions.ts'
import {
  distinctIds,
  extraMoney,
  isPublicId,
  isSettled,
  statesOf,
  statusShown,
  type OrderState,
} from './model/orders.rules.ts'
import { GiftOrders } from './settlement/gift-orders.ts'
import { Settlement } from './settlement/settlement.ts'
import * as store from './model/orders.store.ts'
import { PaymentSweep } from './settlement/sweep.ts'
import { UnbookedSales } from './settlement/unbooked-sales.ts'
import * as payments from './model/payments.store.ts'

export interface SalesDependencies {
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
  prerequisites: Pick<Prerequisites, 'shownTo'>
  accounts: Pick<Accounts, 'consumeAttempt'>
  publicUrl: string | null
  ownOrigin: () => string
}

export interface PurchaseForm {
  origin: string
  customer: store.Customer
  /** The buyer typed this coupon code. An empty string means none. */
  code?: string | undefined
  /** The chosen cohorts by course. */
  cohorts?: ReadonlyMap<number, number> | undefined
  /** The bundles that are bought beside the courses. */
  bundleIds?: readonly number[] | undefined
  /** Records, with the order, to whom it is given. Absent means that the buyer studies. */
  gift?: ((tx: Tx, order: store.OrderRow) => Promise<void>) | undefined
  /** The buyer was shown these offers, by course. A changed offer is refused. */
  offers?: ReadonlyMap<number, Offer> | undefined
  /** The browser's network address, for the limit on guessed codes. */
  address: string
  /** The browser's record of its first visits. Only statistics use it. */
  visit?: string | readonly string[] | undefined
}

export interface OpenPurchase {
  paymentUrl: string
  purchaseId: string
}

/** If the same purchase is checked again within this time, the provider is not read again. */
const readAgainMs = 1_900
/**
 * The maximum age of a failed or ended state that is reported without a new read. After a declined card, the buyer may have paid on
 * the same page meanwhile.
 */
const failureCacheMs = 200
/** The limit on attempts, which ends the loop if two tabs keep replacing each other's order. */
const maxAttempts = 4

export class Sales {
  readonly #deps: SalesDependencies
  readonly settlement
  readonly refunding
  readonly refunds
  readonly #orders
  readonly #pages
  readonly #supersededPayments
  readonly callbacks
  readonly sweeper
  readonly unbooked
  readonly #runningReads = new Map<OrderId, Promise<void>>()
  readonly buyerDetails
  readonly gifts
  readonly exceptions

  constructor(deps: SalesDependencies) {
    this.#deps = deps
    this.settlement = new Settlement(deps)
    this.refunding = new Refunding({ ...deps, settlement: this.settlement })
    this.refunds = new RefundRequests({ ...deps, refunding: this.refunding })
    this.#orders = new OrderPlacement({ ...deps, settlement: this.settlement })
    this.#pages = new PaymentPages({ ...deps, settlement: this.settlement })
    this.#supersededPayments = new SupersededPayments({ ...deps, settlement: this.settlement })
    this.gifts = new GiftOrders(deps)
    this.callbacks = new Callbacks({ ...deps, settlement: this.settlement })
    this.sweeper = new PaymentSweep({ ...deps, settlement: this.settlement, pages: this.#pages })
    this.unbooked = new UnbookedSales(deps)
    this.buyerDetails = new BuyerDetails({
      ...deps,
      cancelOpenOrders: (tx, buyerId) => this.#orders.cancelOpenOrders(tx, buyerId),
    })
    this.exceptions = new PaymentExceptions({
      ...deps,
      settlement: this.settlement,
      refunding: this.refunding,
      sellerIdOf: this.refunds.sellerIdOf.bind(this.refunds),
    })
  }

  /**
   * Returns the payment page for these courses. A second call for the same courses returns the same page; other courses or prices
   * cancel the old order. Free courses are granted at once. `origin` is the origin to which the provider returns the buyer. The
   * refusal of a changed offer has the present quote.
   */
  async startPurchase(
    buyer: Caller,
    courseIds: readonly number[],
    form: PurchaseForm,
  ): Promise<OpenPurchase> {
    try {
      return await this.#start(buyer, courseIds, form)
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'OFFER_CHANGED')) throw error
      const cohorts = [...(form.cohorts ?? [])].map(([courseId, cohortId]) => ({ courseId, cohortId }))
      const { bundleIds, code, address } = form
      const gift = form.gift !== undefined
      const quote = await this.#deps.pricing
        .quote(buyer, { courseIds, bundleIds, code, cohorts, gift }, address)
        .catch((failure: unknown) => Promise.reject(failure instanceof Refusal ? error : failure))
      return refuse('OFFER_CHANGED', { quote })
    }
  }

  async #start(
    buyer: Caller,
    courseIds: readonly number[],
    { code: typed, address, visit, ...details }: PurchaseForm,
  ): Promise<OpenPurchase> {
    const sources = readVisit(visit)
    const code = await this.#deps.pricing.codeToPayWith(typed, buyer, address)
    const bundles = await this.#deps.pricing.soldBundles(this.#deps.database.kysely, details.bundleIds ?? [])
    const bought = [...courseIds, ...bundles.flatMap((bundle) => bundle.courseIds)]
    for (let round = 0; round < maxAttempts; round += 1) {
      await this.#supersededPayments.closeSupersededPayments(buyer.userId, bought)
      const { order, isFree, replacedPayments } = await this.#deps.database.transaction((tx) =>
        this.#orders.placeOrder(tx, buyer, courseIds, { ...details, code, sources }),
      )
      const purchaseId = order.publicId
      if (isFree) {
        return { paymentUrl: `${details.origin}/checkout/success?purchase_id=${purchaseId}`, purchaseId }
      }
      const earlier = await this.#supersededPayments.closePages(replacedPayments)
      const isPaidGift = earlier === 'paid' && details.gift !== undefined
      if (isPaidGift || earlier === 'at bank') {
        await this.#deps.database.transaction((tx) => this.#orders.cancelNewOrder(tx, order.id))
        // A buyer may give the same course twice, but not by pressing twice.
        refuse(isPaidGift ? 'GIFT_JUST_PAID' : 'PAYMENT_AT_BANK')
      }
      // The replaced order was paid just before its cancellation, so the next round checks again what the buyer owns.
      if (earlier === 'paid') continue
      const page = await this.#pages.openPage(order.id)
      if (page.kind === 'open') return { paymentUrl: page.url, purchaseId }
    }
    return refuse('PAYMENT_PROVIDER_UNAVAILABLE')
  }

  /**
   * Returns the state of a purchase. It is read from the provider unless it was read a moment ago. If the provider does not
   * respond, the stored state is returned.
   */
  async checkPayment(publicId: string): Promise<{ status: PaymentStatus; chargedBack?: true; gift?: true }> {
    if (!isPublicId(publicId)) refuse('PAYMENT_NOT_FOUND')
    const purchase = await store.purchaseByPublicId(this.#deps.database.kysely, publicId)
    if (!purchase) refuse('PAYMENT_NOT_FOUND')
    if (isSettled(purchase.state)) {
      const isChargedBack =
        purchase.state === 'refunded' && purchase.lines.some(({ chargedBack = 0 }) => chargedBack > 0)
      return { status: purchase.state, ...(isChargedBack && { chargedBack: true }), ...giftOf(purchase) }
    }
    await this.#readOnce(purchase.id, isOpenToBuyer(purchase.state) ? readAgainMs : failureCacheMs)
    const now = (await store.purchaseByPublicId(this.#deps.database.kysely, publicId)) ?? purchase
    return { status: statusShown(now.state, now.payments), ...giftOf(now) }
  }

  #readOnce(orderId: OrderId, holdsMs: number): Promise<void> {
    const running = this.#runningReads.get(orderId)
    if (running) return running
    const started = this.#readStale(orderId, holdsMs).finally(() => this.#runningReads.delete(orderId))
    this.#runningReads.set(orderId, started)
    return started
  }

  async #readStale(orderId: OrderId, holdsMs: number): Promise<void> {
    const now = this.#deps.clock.now()
    const since = new Date(now.getTime() - holdsMs)
    const stale = await payments.claimStaleReads(this.#deps.database.kysely, orderId, { now, since })
    await Promise.all(
      stale.map(async ({ paymentAccountId, providerId }) => {
        try {
          await this.settlement.settlePayment(paymentAccountId, providerId)
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          this.#deps.log.warn({ err: error, orderId }, 'checked payment not read')
        }
      }),
    )
  }

  async readPayment(buyer: Caller, publicId: string): Promise<PaymentInDetail> {
    if (!isPublicId(publicId)) refuse('PAYMENT_NOT_FOUND')
    const purchase = await store.purchaseOfBuyer(this.#deps.database.kysely, buyer.userId, publicId)
    if (!purchase) refuse('PAYMENT_NOT_FOUND')
    const [shown] = await this.#present(buyer, [purchase])
    if (!shown) return refuse('PAYMENT_NOT_FOUND')
    const extra = await payments.extraMoneyOf(this.#deps.database.kysely, purchase.id)
    return { ...shown, extra: extra.flatMap(extraMoney) }
  }

  async paymentHistory(
    buyer: Caller,
    filter: PurchaseFilter | undefined,
    page: PageRequest,
  ): Promise<Page<Payment>> {
    const wanted = { states: statesOf(filter), includesRefunded: filter === 'refunded' }
    const { rows, total } = await store.purchasesOfBuyer(
      this.#deps.database.kysely,
      buyer.userId,
      wanted,
      page,
    )
    const { data, meta } = pageOf(rows, { exact: total }, page)
    return { data: await this.#present(buyer, data), meta }
  }

  async #present(buyer: Caller, purchases: readonly store.PurchaseRow[]): Promise<Payment[]> {
    const ids = purchases.map(({ publicId }) => publicId)
    const courseIds = purchases.flatMap(({ lines }) => lines.map(({ courseId }) => courseId))
    const receipts = await this.#deps.accounting.receipts.receiptPaths(buyer.userId, ids)
    const owned = await this.#deps.enrolments.isEnrolled(
      this.#deps.database.kysely,
      buyer.userId,
      distinctIds(courseIds),
    )
    return purchases.map((purchase) => presentPurchase(purchase, receipts, owned))
  }

  /** Closes the page of a cancelled order as a job. Throws while the provider is unreachable, so that the job is retried. */
  async cancelPayment(paymentId: PaymentId): Promise<void> {
    try {
      await this.settlement.cancelPayment(paymentId)
    } catch (error) {
      if (!(error instanceof ProviderError && error.kind === 'not_found')) throw error
      this.#deps.log.warn({ err: error, paymentId }, 'payment page to be closed unknown to provider')
    }
  }
}

/** Returns whether the browser keeps polling in this state. */
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
    lines: purchase.lines.map(({ start, bundle, access, ...line }) => ({
      ...line,
      ...(bundle && { bundle }),
      ...(start && { start }),
      ...(access && { access }),
      owned: owned.has(line.courseId),
    })),
    receiptUrl: receipts.get(purchase.publicId) ?? null,
    ...giftOf(purchase),
  }
}

const giftOf = ({ isGift }: Pick<store.PurchaseRow, 'isGift'>): { gift?: true } =>
  isGift ? { gift: true } : {}
