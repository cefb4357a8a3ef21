/** Computes current prices of courses, for quotes and for new orders. */
import { runningSale } from '@apogee/domain/money/sale-price.ts'
import type { OrderId } from '@apogee/domain/ids.ts'
import type { ShownPrerequisite } from '@apogee/contracts/prerequisites/shown-prerequisites.ts'
import type { QuotedBundle } from '@apogee/contracts/bundles/quoted-bundles.ts'
import type { CodeRefusal, Quote, QuotedCourse, QuoteState } from '@apogee/contracts/pricing/pricing.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { standingIn } from '#server/policy/standing.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { InBundle, ResolvedBundle } from '#server/features/bundles/price-list.ts'
import { priceList, stateOfBundle } from '#server/features/bundles/price-list.ts'
import type { Bundles } from '#server/features/bundles/bundles.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { SaleObstacle } from '#server/features/businesses/selling.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import { Coupons } from './coupons.ts'
import { codeRefusal, priceItems, totalOf, type Priced } from './pricing.rules.ts'
import * as store from './pricing.store.ts'

export type PricedOffer = Priced<store.Offer & InBundle>

export interface PricingDependencies {
  database: Database
  clock: Clock
  accounts: Accounts
  bundles: Pick<Bundles, 'soldBundles'>
  businesses: Businesses
  enrolments: { cohorts: Pick<Enrolments['cohorts'], 'quoted'> }
  prerequisites: Pick<Prerequisites, 'shownTo'>
}

/** `code` is the code that the visitor typed, and `cohorts` are the chosen cohorts. A gift is for somebody else than the caller. */
interface QuoteForm {
  courseIds: readonly number[]
  bundleIds?: readonly number[] | undefined
  code?: string | undefined
  cohorts?: readonly { courseId: number; cohortId: number }[] | undefined
  gift?: boolean | undefined
}

/** The code that a buyer typed, looked up before any lock. */
export type KnownCode = store.CodeRow

export interface PricedOrder {
  lines: PricedOffer[]
  totalCents: number
  couponId: number | null
}

/**
 * Returns whether a new purchase with this code replaces the buyer's unfinished purchases with it. They hold a use of the code,
 * whose uses are limited in total or to one per person.
 */
export const blocksOtherUses = ({
  oncePerPerson,
  maxUses,
}: Pick<KnownCode, 'oncePerPerson' | 'maxUses'>): boolean => oncePerPerson || maxUses !== null

/**
 * The lifetime of a reservation. It is longer than that of a payment page, so that a buyer who pays in time keeps the reservation.
 */
const reservedMs = 2 * 60 * 60_000

export class Pricing {
  readonly #deps: PricingDependencies
  readonly coupons
  /** Records that a paid order used its code, even above the limit. Does nothing for an order without a code. */
  readonly markCodeUsed = store.markCodeUsed
  /** Releases the reservation of an order that ended unpaid. */
  readonly releaseCode = store.releaseCode

  constructor(deps: PricingDependencies) {
    this.#deps = deps
    this.coupons = new Coupons(deps)
  }

  /**
   * Looks up the typed code. Unknown codes count as guesses of the account and of the network address, and beyond the limit no code
   * is looked up. Each attempt is counted before the look-up, so that concurrent attempts are limited as well; the count of a valid
   * code is taken back. Runs outside any transaction, because a refusal would roll the count back.
   */
  async #findCode(
    typed: string | undefined,
    caller: MaybeCaller,
    address: string,
  ): Promise<KnownCode | 'none' | 'unknown'> {
    if (typed === undefined || typed === '') return 'none'
    const account = caller ? String(caller.userId) : null
    const attempts = [await this.#deps.accounts.consumeAttempt('coupon.address', address)]
    if (account !== null) attempts.push(await this.#deps.accounts.consumeAttempt('coupon.account', account))
    const code = isCodeText(typed) ? await store.codeByText(this.#deps.database.kysely, typed) : undefined
    if (!code || code.isArchived) return 'unknown'
    for (const attempt of attempts) await this.#deps.accounts.returnAttempt(attempt)
    return code
  }

  /**
   * Returns the code for a purchase. Undefined means that the buyer typed none. An unknown code is refused, because the buyer must
   * not pay the full price unawares.
   */
  async codeToPayWith(
    typed: string | undefined,
    buyer: Caller,
    address: string,
  ): Promise<KnownCode | undefined> {
    const found = await this.#findCode(typed, buyer, address)
    if (found === 'unknown') refuse('CODE_DOES_NOT_APPLY')
    if (found === 'none') return undefined
    // A limit on each network address, whatever the number of accounts, prevents one sender from reserving all uses of a limited
    // code.
    if (
      found.maxUses !== null &&
      (await store.reservationsOf(this.#deps.database.kysely, found.id, buyer.userId)).length === 0
    ) {
      await this.#deps.accounts.consumeAttempt('coupon.place', `${found.id} ${address}`)
    }
    return found
  }

  async quote(
    caller: MaybeCaller,
    { courseIds, bundleIds = [], code: typed, cohorts = [], gift = false }: QuoteForm,
    address: string,
  ): Promise<Quote> {
    const sold = await this.soldBundles(this.#deps.database.kysely, bundleIds)
    const listed = [...new Set([...courseIds, ...sold.flatMap((bundle) => bundle.courseIds)])]
    const found = await this.#findCode(typed, caller, address)
    const now = this.#deps.clock.now()
    const offers = new Map(
      (await store.offersOf(this.#deps.database.kysely, listed)).map((offer) => [offer.key, offer]),
    )
    const states = new Map<number, QuoteState>()
    for (const id of listed) {
      const offer = offers.get(id)
      states.set(id, offer ? await this.#stateFor(caller, offer, gift) : 'gone')
    }
    const wanted = { courseIds, bundles: sold }
    const list = priceList([...offers.values()], wanted, (id) => states.get(id) ?? 'gone')
    const inBundles = list.courses.flatMap(({ key, bundleId }) => (bundleId === null ? [] : [key]))
    const ids = [...new Set([...courseIds, ...inBundles])]
    const code = typeof found === 'string' ? null : found
    const price = async () => {
      const buyable = list.courses.filter(({ key }) => states.get(key) === 'buyable')
      const refused =
        found === 'none'
          ? null
          : await this.#refusalOf(code, buyable, { buyerId: caller?.userId ?? null, now })
      return { refusal: refused, priced: priceItems(buyable, now, refused === null ? code : null) }
    }
    let sums = await price()
    const unsold = await this.#unsoldOf(sums.priced)
    for (const [id, obstacle] of unsold) states.set(id, obstacle)
    if (unsold.size > 0) sums = await price()
    const { refusal, priced } = sums
    const lines = new Map(priced.map((line) => [line.key, line]))
    const buyable = ids.filter((id) => states.get(id) === 'buyable')
    const buyerId = caller?.userId ?? null
    // The start of a gift and what comes first depend on the person who takes it.
    const starts = await this.#deps.enrolments.cohorts.quoted(
      this.#deps.database.kysely,
      buyerId,
      gift ? [] : buyable,
      new Map(cohorts.map(({ courseId, cohortId }) => [courseId, cohortId])),
    )
    const first = await this.#deps.prerequisites.shownTo(
      this.#deps.database.kysely,
      buyerId,
      gift ? [] : buyable,
    )
    const courses = ids.map((id) => ({
      ...present(id, states.get(id) ?? 'gone', offers.get(id), lines.get(id), now),
      ...starts.get(id),
      ...unmetPrerequisitesIn(first.get(id)),
    }))
    const total = (field: (line: PricedOffer) => number) => priced.reduce((sum, line) => sum + field(line), 0)
    return {
      courses,
      ...(bundleIds.length > 0 && {
        bundles: [...new Set(bundleIds)].map((id) =>
          presentBundle(id, list.bundles, { states, offers, lines }),
        ),
      }),
      code: found === 'none' ? null : { code: code?.code ?? typed ?? '', refusal },
      list: total(({ listCents }) => listCents),
      saleDiscount: total(({ saleDiscountCents }) => saleDiscountCents),
      couponDiscount: total(({ couponDiscountCents }) => couponDiscountCents),
      tax: total(({ taxCents }) => taxCents),
      total: totalOf(priced),
      currency: 'MYR',
    }
  }

  /** Returns the paid courses that their sellers may not sell in this purchase, with the obstacle. */
  async #unsoldOf(priced: readonly PricedOffer[]): Promise<Map<number, SaleObstacle>> {
    if (totalOf(priced) === 0) return new Map()
    const obstacles = await this.#deps.businesses.selling.saleObstacles(
      this.#deps.database.kysely,
      priced.map(({ sellerId }) => sellerId),
    )
    return new Map(
      priced.flatMap(({ key, sellerId, priceCents }) => {
        const obstacle = priceCents > 0 ? obstacles.get(sellerId) : undefined
        return obstacle ? [[key, obstacle] as const] : []
      }),
    )
  }

  /** Returns the state in which a purchase would find the course. A visitor without an account has no enrolment. */
  async #stateFor(
    caller: MaybeCaller,
    { key: courseId, listCents, isWithheld }: store.Offer,
    isGift: boolean,
  ): Promise<QuoteState> {
    const standing = await standingIn(this.#deps.database.kysely, caller, { course: courseId })
    if (!standing) return 'gone'
    const { isEnrolled, mayRenew, hasEnded, visibility } = standing
    if (!isGift && isEnrolled && (!mayRenew || listCents === 0)) return 'owned'
    if (standing.state !== 'published' || (isGift && visibility !== 'public')) return 'gone'
    // A person whose access to a free private course has ended cannot buy it. The course's staff restore the access.
    if (hasEnded && listCents === 0 && visibility === 'private') return 'gone'
    const verdict = verdictOn('course.buy', standing)
    if (verdict === 'refuse') return 'own'
    const isSold = verdict === 'allow' || (verdict === 'signIn' && visibility === 'public')
    if (isSold) return isWithheld ? 'notOffered' : 'buyable'
    return 'gone'
  }

  /**
   * Returns why the code does not apply. Ignores uses by the buyer's own unfinished purchases that a new one would replace: those
   * with one of its courses, or all of them if `blocksOtherUses` says so.
   */
  async #refusalOf(
    code: KnownCode | null,
    offers: readonly store.Offer[],
    { buyerId, now }: { buyerId: number | null; now: Date },
  ): Promise<CodeRefusal | null> {
    if (!code) return 'unknown'
    const own =
      buyerId === null ? [] : await store.reservationsOf(this.#deps.database.kysely, code.id, buyerId)
    const ids = new Set(offers.map(({ key }) => key))
    const replaced = own.filter(
      ({ courseIds }) => blocksOtherUses(code) || courseIds.some((courseId) => ids.has(courseId)),
    )
    const except = replaced.map(({ orderId }) => orderId)
    return codeRefusal(
      code,
      offers,
      now,
      await store.usesOf(this.#deps.database.kysely, code, { buyerId, now, except }),
    )
  }

  /**
   * Computes the prices of an order under locks. The caller has locked the offers in the order of ids, and the code is locked here.
   * `replacing` are the buyer's own orders that the new order replaces. Refuses a code that does not apply.
   */
  async priceOrder(
    tx: Tx,
    offers: readonly (store.Offer & InBundle)[],
    known: KnownCode | undefined,
    { buyerId, replacing }: { buyerId: number; replacing: readonly OrderId[] },
  ): Promise<PricedOrder> {
    const now = this.#deps.clock.now()
    const code = known ? await store.lockCode(tx, known) : null
    if (code) {
      const places = await store.usesOf(tx, code, { buyerId, now, except: replacing })
      const refusal = codeRefusal(code, offers, now, places)
      if (refusal !== null) refuse(refusal === 'used_up' ? 'CODE_USED_UP' : 'CODE_DOES_NOT_APPLY')
    }
    const lines = priceItems(offers, now, code)
    return { lines, totalCents: totalOf(lines), couponId: code?.id ?? null }
  }

  /** Reserves a use of the code for longer than the lifetime of the order's payment page. */
  async reserve(tx: Tx, order: { id: OrderId; buyerId: number }, couponId: number | null): Promise<void> {
    if (couponId === null) return
    const until = new Date(this.#deps.clock.now().getTime() + reservedMs)
    await store.reserve(tx, { orderId: order.id, couponId, buyerId: order.buyerId, until })
  }

  /** Returns which of these bundles are on sale, in the requested order. With `lock`, they stay so until the transaction ends. */
  async soldBundles(db: Db, ids: readonly number[], options?: { lock: boolean }) {
    const sold = await this.#deps.bundles.soldBundles(db, ids, options)
    return [...new Set(ids)].flatMap((id) => sold.filter((bundle) => bundle.id === id))
  }

  /** Locks the offers in the order of ids until the transaction ends, so that their prices stay the same. */
  lockOffers(tx: Tx, ids: readonly number[]) {
    return store.offersOf(tx, ids, { lock: true })
  }
}

/** Returns whether a text has the form of a code. Texts of any other form are not looked up. */
const isCodeText = (typed: string): boolean => /^[A-Za-z0-9-]{4,32}$/.test(typed)

/** Returns the unmet prerequisites for which the buyer would wait. They are shown before the payment. */
function unmetPrerequisitesIn(shown: readonly ShownPrerequisite[] = []): Pick<QuotedCourse, 'first'> {
  const first = shown.flatMap(({ courseId, title, isAwaited }) => (isAwaited ? [{ courseId, title }] : []))
  return first.length === 0 ? {} : { first }
}

function present(
  courseId: number,
  state: QuoteState,
  offer: store.Offer | undefined,
  line: PricedOffer | undefined,
  now: Date,
): QuotedCourse {
  const isThere = offer !== undefined && state !== 'gone'
  return {
    courseId,
    ...(line && line.bundleId !== null && { bundleId: line.bundleId }),
    state,
    title: isThere ? offer.title : null,
    list: isThere ? offer.listCents : 0,
    saleDiscount: line?.saleDiscountCents ?? 0,
    couponDiscount: line?.couponDiscountCents ?? 0,
    total: line?.priceCents ?? 0,
    tax: line?.taxCents ?? 0,
    taxBasisPoints: isThere ? offer.taxBasisPoints : 0,
    ...(isThere && offer.access && { access: offer.access }),
    saleEndsAt: (line && runningSale(line.sale, line.listCents, now)?.endsAt?.toISOString()) ?? null,
  }
}

/** Presents a bundle with the states that its courses have after all checks. A bundle that is not on sale shows nothing of itself. */
function presentBundle(
  bundleId: number,
  resolved: readonly ResolvedBundle[],
  known: {
    states: ReadonlyMap<number, QuoteState>
    offers: ReadonlyMap<number, store.Offer>
    lines: ReadonlyMap<number, PricedOffer>
  },
): QuotedBundle {
  const found = resolved.find(({ bundle }) => bundle.id === bundleId)
  if (!found) return { bundleId, state: 'gone', title: null, price: 0, deducted: 0, total: 0, courses: [] }
  const courses = found.courses.map(({ courseId, shareCents, state }) => ({
    courseId,
    title: known.offers.get(courseId)?.title ?? '',
    share: shareCents,
    state: state === 'elsewhere' ? state : (known.states.get(courseId) ?? 'gone'),
  }))
  const sum = (shares: readonly { share: number }[]) => shares.reduce((total, { share }) => total + share, 0)
  const taken = courses.filter(({ state }) => state === 'owned' || state === 'elsewhere')
  const bought = [...known.lines.values()].filter((line) => line.bundleId === bundleId)
  return {
    bundleId,
    state: stateOfBundle(courses),
    title: found.bundle.title,
    price: sum(courses),
    deducted: sum(taken),
    total: totalOf(bought),
    courses,
  }
}
