/**
 * Places an order for courses. Prices are computed under locks, and each person has at most one open purchase of a course
 * (docs/orders-and-payments.md#placing-an-order).
 */
import type { OrderId, PaymentId } from '@apogee/domain/ids.ts'
import { orderMaxCents } from '@apogee/contracts/limits.ts'
import { changesOf, type Offer } from '@apogee/contracts/sales/offers.ts'
import { cleanSource, isTelling } from '@apogee/contracts/operations/source-keys.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import { authoriserOnCourses } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import { priceList } from '#server/features/bundles/price-list.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import {
  blocksOtherUses,
  type KnownCode,
  type PricedOffer,
  type PricedOrder,
  type Pricing,
} from '#server/features/pricing/pricing.service.ts'
import { distinctIds, isOpen, isSameOrder, pageMarginMs } from '../model/orders.rules.ts'
import { cancelTask, type Settlement } from '../settlement/settlement.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

export interface OrderDependencies {
  limitsOn: boolean
  clock: Clock
  businesses: Businesses
  pricing: Pricing
  enrolments: {
    removals: Pick<Enrolments['removals'], 'refuseRemoved'>
    cohorts: Pick<Enrolments['cohorts'], 'choose'>
  }
  prerequisites: Pick<Prerequisites, 'shownTo'>
  settlement: Pick<Settlement, 'settleOrder'>
}

export interface PlacedOrder {
  order: store.OrderRow
  /** True if the order costs nothing and is settled already. */
  isFree: boolean
  /** The payments of orders that this order replaces. Their pages must be closed at the provider. */
  replacedPayments: PaymentId[]
}

/** The buyer's input. `code` was looked up before the transaction. */
export interface PurchaseDetails {
  origin: string
  customer: store.Customer
  code?: KnownCode | undefined
  /** The visit source of the buyer, by course. */
  sources?: ReadonlyMap<number, string> | undefined
  /** The chosen cohorts by course. The first open cohort applies to a course that is missing. */
  cohorts?: ReadonlyMap<number, number> | undefined
  /** The bundles that are bought beside the courses. */
  bundleIds?: readonly number[] | undefined
  /** Records, with a new order, to whom it is given. Absent means that the buyer studies. */
  gift?: ((tx: Tx, order: store.OrderRow) => Promise<void>) | undefined
  /** The buyer was shown these offers, by course. The present price and terms apply to a course that is missing. */
  offers?: ReadonlyMap<number, Offer> | undefined
}

/** The visit source of a line. A coupon code counts as the source if the visit names none. */
const sourceOf = (visited: string | undefined, code: KnownCode | undefined): string | null =>
  code && (visited === undefined || !isTelling(visited))
    ? (cleanSource(`code:${code.code}`) ?? visited ?? null)
    : (visited ?? null)

/** The limit on new orders of one person within `floodMs`. Reusing an open page creates no order. */
const mostOrders = 60
const floodMs = 60 * 60_000
/** The period for which the sales of a limited seller are added up. */
const dayMs = 24 * 60 * 60_000

/** The sales limit in sen of each limited seller. */
type Limits = ReadonlyMap<number, number>
const noLimits: Limits = new Map()

export class OrderPlacement {
  readonly #deps: OrderDependencies

  constructor(deps: OrderDependencies) {
    this.#deps = deps
  }

  /**
   * Returns the open order for exactly these courses at current prices, or a new one. Refuses courses that the buyer cannot see
   * (404), cannot buy, or has access to beyond the renewal period; courses whose seller is suspended or has reached its limit; a
   * cohort without a free place; a code that cannot be applied; an offer that has changed; and the replacement of an order whose
   * payment is pending at its bank. An owner may buy a gift, which replaces an open order and has no cohort yet. Locks the buyer,
   * then bundles, then open orders, then courses, which is the order of settlement, then the code, then cohorts with limited
   * places.
   */
  async placeOrder(
    tx: Tx,
    buyer: Caller,
    courseIds: readonly number[],
    {
      code,
      sources,
      bundleIds = [],
      gift,
      cohorts = new Map(),
      offers: shown = new Map(),
      ...details
    }: PurchaseDetails,
  ): Promise<PlacedOrder> {
    const account = (await store.lockBuyer(tx, buyer.userId)) ?? refuse('UNAUTHENTICATED')
    const { open, offers } = await this.#lockOffers(tx, buyer, {
      courseIds,
      bundleIds,
      code,
      isGift: gift !== undefined,
    })
    const priced = await this.#deps.pricing.priceOrder(tx, offers, code, {
      buyerId: buyer.userId,
      replacing: open.map(({ id }) => id),
    })
    const { totalCents, couponId } = priced
    if (totalCents > orderMaxCents) refuse('ORDER_TOO_LARGE')
    const isFree = totalCents === 0
    const isWithheld = offers.some((offer) => offer.isWithheld)
    const sellers = offers.map(({ sellerId }) => sellerId)
    const payee = isFree ? null : await this.#deps.businesses.payeeFor(tx, sellers)
    const lines = await this.#termsFor(tx, buyer, priced.lines, { cohorts, isGift: gift !== undefined })
    await this.#refuseChanged(tx, gift ? null : buyer, lines, shown)
    const usable = gift ? undefined : await this.#reusable(tx, open, { ...priced, lines }, payee)
    const limits = await this.#limitsNow(tx, usable, { isWithheld, payee, sellers })
    // The sales limit counts an order on the day of its creation. A new page of an old order of a limited seller would evade the
    // limit, so a new order replaces the old one.
    if (usable && limits.size === 0) {
      // The buyer may have corrected the address before buying again.
      if (Object.keys(details.customer).length > 0) await store.setCustomer(tx, usable.id, details.customer)
      await this.#deps.pricing.reserve(tx, usable, couponId)
      return { order: usable, isFree: false, replacedPayments: [] }
    }
    if (!isFree) {
      await this.#refuseUnsold(tx, payee, priced)
      await this.#refuseAboveLimits(tx, limits, priced, open)
    }

    const replacedPayments = await this.#replace(tx, buyer, open)
    const { language } = account
    const order = await store.insertOrder(
      tx,
      {
        publicId: newPublicId(),
        buyerId: buyer.userId,
        isGift: gift !== undefined,
        totalCents,
        couponId,
        paymentAccountId: payee,
        ...details,
        language,
        createdAt: this.#deps.clock.now(),
      },
      lines.map((line) => ({ ...line, visitSource: sourceOf(sources?.get(line.key), code) })),
      { isOpen: !isFree },
    )
    await gift?.(tx, order)
    await this.#deps.pricing.reserve(tx, order, couponId)
    if (isFree) await this.#deps.settlement.settleOrder(tx, order)
    return { order, isFree, replacedPayments }
  }

  /**
   * Locks what is bought, and the buyer's open orders of it. A course of a bundle that the buyer owns is left out with its share;
   * any other owned course is refused.
   */
  async #lockOffers(
    tx: Tx,
    buyer: Caller,
    {
      courseIds,
      bundleIds,
      code,
      isGift,
    }: {
      courseIds: readonly number[]
      bundleIds: readonly number[]
      code: KnownCode | undefined
      isGift: boolean
    },
  ) {
    const bundles = await this.#deps.pricing.soldBundles(tx, bundleIds, { lock: true })
    if (bundles.length < new Set(bundleIds).size) refuse('BUNDLE_NOT_OFFERED')
    const asked = distinctIds([...courseIds, ...bundles.flatMap((bundle) => bundle.courseIds)])
    if (asked.length === 0) refuse('CART_EMPTY')
    const exclusiveCode = code && blocksOtherUses(code) ? code.id : null
    const found = await store.lockOpenOrders(tx, buyer.userId, asked, exclusiveCode)
    const listed = await this.#deps.pricing.lockOffers(tx, asked)
    const standingOn = await authoriserOnCourses(tx, buyer, 'course.buy', asked)
    const prices = new Map(listed.map(({ key, listCents }) => [key, listCents]))
    if (isGift && [...prices.values()].includes(0)) refuse('GIFT_OF_FREE_COURSE')
    const list = priceList(listed, { courseIds, bundles }, (id) =>
      !isGift && isOwned(standingOn(id), prices.get(id) ?? 0) ? 'owned' : 'buyable',
    )
    if (list.bundles.some(({ state }) => state !== 'buyable')) refuse('BUNDLE_OWNED')
    for (const id of [...courseIds, ...list.courses.map(({ key }) => key)])
      if (!isGift) refuseOwned(standingOn(id), prices.get(id) ?? 0)
      else if (!isForEverybody(standingOn(id))) refuse('COURSE_NOT_FOUND')
    return { open: found.filter(({ state }) => isOpen(state)), offers: list.courses }
  }

  /**
   * Adds the cohort that each line takes, and refuses a course that cannot be given to the buyer again. A gift takes its cohorts when
   * somebody takes it, but is not sold while no start is open.
   */
  async #termsFor<Line extends PricedOffer>(
    tx: Tx,
    { userId }: Caller,
    priced: readonly Line[],
    { cohorts, isGift }: { cohorts: ReadonlyMap<number, number>; isGift: boolean },
  ): Promise<(Line & { cohortId: number | null })[]> {
    const given = isGift ? [] : priced.filter(({ priceCents }) => priceCents === 0)
    await this.#deps.enrolments.removals.refuseRemoved(
      tx,
      userId,
      given.map(({ key }) => key),
    )
    const ids = priced.map(({ key }) => key)
    const chosen = await this.#deps.enrolments.cohorts.choose(tx, userId, ids, cohorts)
    return priced.map((line) => ({ ...line, cohortId: isGift ? null : (chosen.get(line.key)?.id ?? null) }))
  }

  /** Cancels the open orders that a new order replaces. Returns their payments. */
  async #replace(tx: Tx, { userId }: Caller, open: readonly store.OrderRow[]): Promise<PaymentId[]> {
    // A pending payment may still pay the open order, so no other order may replace it.
    if (open.some(({ state }) => state === 'pending')) refuse('PAYMENT_AT_BANK')
    await this.#refuseFlood(tx, userId)
    const replaced: PaymentId[] = []
    for (const order of open) replaced.push(...(await this.#cancelOrder(tx, order)))
    return replaced
  }

  /**
   * Refuses the purchase if a price or a term differs from what the buyer was shown. A gift has no learner yet, so that its start and
   * what comes first are not compared.
   */
  async #refuseChanged(
    tx: Tx,
    learner: Caller | null,
    lines: readonly (PricedOffer & { cohortId: number | null })[],
    shown: ReadonlyMap<number, Offer>,
  ): Promise<void> {
    if (shown.size === 0) return
    const ids = lines.map(({ key }) => key)
    // The server chooses the courses of a bundle, so that they must be those that the buyer was shown.
    const isSameSet = ids.length === shown.size && ids.every((id) => shown.has(id))
    if (!isSameSet && lines.some(({ bundleId }) => bundleId !== null)) refuse('OFFER_CHANGED')
    const prerequisites = learner && (await this.#deps.prerequisites.shownTo(tx, learner.userId, ids))
    for (const { key: courseId, priceCents: price, access, cohortId } of lines) {
      const offer = shown.get(courseId)
      const unmet = (prerequisites?.get(courseId) ?? []).filter(({ isAwaited }) => isAwaited)
      const own = { access, cohortId, first: unmet.map((one) => one.courseId) }
      const terms = prerequisites === null && offer ? { ...offer.terms, access } : own
      if (offer && changesOf(offer, { courseId, price, terms }).length > 0) refuse('OFFER_CHANGED')
    }
  }

  /** Refuses when no payment account exists, or when a seller of a paid course is not approved yet. */
  async #refuseUnsold(tx: Tx, payee: number | null, { lines }: PricedOrder): Promise<void> {
    if (payee === null) refuse('SELLER_CANNOT_BE_PAID')
    const sellers = lines.map(({ sellerId }) => sellerId)
    const obstacles = await this.#deps.businesses.selling.saleObstacles(tx, sellers)
    const met = lines.map(({ sellerId, priceCents }) => priceCents > 0 && obstacles.get(sellerId))
    if (met.includes('waiting')) refuse('COURSE_NOT_ON_SALE_YET')
    if (met.includes('alone')) refuse('COURSE_SOLD_ALONE')
  }

  /**
   * Returns the limits that apply now. No limit applies to an order that needs no new page, because its page is open or its payment
   * is pending at the bank. A new page is a new offer of the sellers, so it is refused while a course is withheld.
   */
  async #limitsNow(
    tx: Tx,
    usable: store.OrderRow | undefined,
    { isWithheld, payee, sellers }: { isWithheld: boolean; payee: number | null; sellers: readonly number[] },
  ): Promise<Limits> {
    if (usable && (usable.state === 'pending' || (await this.#hasGoodPage(tx, usable)))) return noLimits
    if (isWithheld) refuse('COURSE_NOT_OFFERED')
    return this.#lockLimits(tx, payee, sellers)
  }

  /**
   * Locks and returns the daily limits of limited sellers in a purchase through the platform's account, so that purchases from one
   * limited seller are placed one after the other.
   */
  async #lockLimits(tx: Tx, payee: number | null, sellerIds: readonly number[]): Promise<Limits> {
    if (payee === null || payee !== (await this.#deps.businesses.payeeFor(tx, []))) return noLimits
    return this.#deps.businesses.lockDailyLimits(tx, sellerIds)
  }

  async #refuseAboveLimits(
    tx: Tx,
    limits: Limits,
    { lines }: Pick<PricedOrder, 'lines'>,
    replaced: readonly store.OrderRow[],
  ): Promise<void> {
    if (limits.size === 0) return
    const now = this.#deps.clock.now()
    const sold = await store.soldByPlatform(tx, [...limits.keys()], {
      since: new Date(now.getTime() - dayMs),
      now,
      except: replaced.map(({ id }) => id),
    })
    for (const [sellerId, limitCents] of limits) {
      const asked = lines.filter((line) => line.sellerId === sellerId)
      const cents = asked.reduce((sum, { priceCents }) => sum + priceCents, sold.get(sellerId) ?? 0)
      if (cents > limitCents && asked.some(({ priceCents }) => priceCents > 0))
        refuse('COURSE_NOT_BUYABLE_TODAY')
    }
  }

  /**
   * Limits the orders of one person, because each order creates a page at the provider, which throttles all requests of a key
   * together.
   */
  async #refuseFlood(tx: Tx, buyerId: number): Promise<void> {
    if (!this.#deps.limitsOn) return
    const since = new Date(this.#deps.clock.now().getTime() - floodMs)
    const newest = await store.orderTimes(tx, buyerId, since, mostOrders)
    const oldest = newest.at(-1)
    if (!oldest || newest.length < mostOrders) return
    const waitMs = oldest.getTime() + floodMs - this.#deps.clock.now().getTime()
    refuse('TOO_MANY_ATTEMPTS', { retryAfter: Math.min(900, Math.max(1, Math.ceil(waitMs / 1000))) })
  }

  /**
   * Returns the open order if it matches the request and can be paid: its page is still valid, or a new page would use the same
   * payment account.
   */
  async #reusable(
    tx: Tx,
    open: readonly store.OrderRow[],
    priced: PricedOrder & Pick<Parameters<typeof isSameOrder>[1], 'lines'>,
    payee: number | null,
  ): Promise<store.OrderRow | undefined> {
    const [order, ...others] = open
    if (!order || order.isGift || others.length > 0) return undefined
    const { couponId } = order
    if (!isSameOrder({ couponId, lines: await store.linesOf(tx, order.id) }, priced)) return undefined
    if (order.paymentAccountId === payee) return order
    return (await this.#hasGoodPage(tx, order)) ? order : undefined
  }

  /** Returns whether the order's newest page can still be paid for a while. */
  async #hasGoodPage(tx: Tx, { id }: store.OrderRow): Promise<boolean> {
    const newest = (await payments.lockPaymentsOf(tx, id)).at(-1)
    if (!newest?.checkoutUrl) return false
    return newest.dueAt.getTime() - pageMarginMs > this.#deps.clock.now().getTime()
  }

  /** Cancels an order. A job closes its pages, even if this process ends right after the commit. */
  async #cancelOrder(tx: Tx, order: store.OrderRow): Promise<PaymentId[]> {
    await store.setOrderState(tx, order.id, 'cancelled')
    await this.#deps.pricing.releaseCode(tx, order.id)
    await store.deleteOpenPurchases(tx, order.id)
    const made = await payments.lockPaymentsOf(tx, order.id)
    const ids = made.flatMap(({ id, providerId }) => (providerId === null ? [] : [id]))
    for (const paymentId of ids) {
      await enqueue(tx, cancelTask, { paymentId }, { jobKey: `${cancelTask}:${paymentId}`, priority: 'last' })
    }
    return ids
  }

  /** Cancels all open orders of an erased person. A payment that still arrives settles its order. */
  async cancelOpenOrders(tx: Tx, buyerId: number): Promise<void> {
    for (const order of await store.lockAllOpenOrders(tx, buyerId)) await this.#cancelOrder(tx, order)
  }

  /** Cancels a new order that must not receive a page. */
  async cancelNewOrder(tx: Tx, orderId: OrderId): Promise<void> {
    const order = await store.lockOrder(tx, orderId)
    if (isOpen(order.state)) await this.#cancelOrder(tx, order)
  }
}

/** Whoever has the code of a gift takes its courses, so that only courses for everybody are given. */
const isForEverybody = ({ state, visibility }: CourseStanding): boolean =>
  state === 'published' && visibility === 'public'

const isOwned = ({ isEnrolled, mayRenew }: CourseStanding, listCents: number): boolean =>
  isEnrolled && (!mayRenew || listCents === 0)

/**
 * Refuses courses that the buyer owns. Access that has ended or ends soon may be bought again while the course is on sale. A free
 * private course is refused, because its staff grant access again.
 */
function refuseOwned(standing: CourseStanding, listCents: number): void {
  const { isEnrolled, hasEnded, visibility, state } = standing
  if (isOwned(standing, listCents)) refuse('COURSE_ALREADY_OWNED')
  if (isEnrolled && state !== 'published') refuse('COURSE_NOT_FOUND')
  if (hasEnded && listCents === 0 && visibility === 'private') refuse('ACCESS_ENDED')
}
