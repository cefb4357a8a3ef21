/** Coupons of sellers, and the rates of sellers (SST and fee). */
import type { SellerMoneyBack } from '@apogee/contracts/pricing/money-back.ts'
import type { Coupon, Rates, SellerRates } from '@apogee/contracts/pricing/pricing.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type {
  Businesses,
  FeeChange,
  MoneyBackChange,
  TaxChange,
} from '#server/features/businesses/businesses.service.ts'
import * as store from './pricing.store.ts'

export interface CouponForm {
  code: string
  percentBasisPoints?: number | undefined
  /** The discount in sen. */
  amount?: number | undefined
  courseId?: number | null | undefined
  startsAt?: string | null | undefined
  endsAt?: string | null | undefined
  maxUses?: number | null | undefined
  oncePerPerson?: boolean | undefined
}

export interface CouponChanges {
  endsAt?: string | null | undefined
  maxUses?: number | null | undefined
  archived?: boolean | undefined
  version?: number | undefined
}

interface CouponDependencies {
  database: Database
  clock: Clock
  accounts: Pick<Accounts, 'consumeAttempt' | 'refuseIfLimited'>
  businesses: Businesses
}

export class Coupons {
  readonly #deps: CouponDependencies

  constructor(deps: CouponDependencies) {
    this.#deps = deps
  }

  /**
   * Returns the seller for whom the caller handles coupons: an admin's business, a lone instructor's own, or the platform for a
   * superadmin. Refuses instructors of a business.
   */
  async #sellerOf(tx: Tx, caller: Caller): Promise<number> {
    refuseTeam(caller)
    return this.#deps.businesses.sellerOf(tx, caller)
  }

  /** Returns which coupons the caller may see and change: all for a superadmin, those of the own seller otherwise. */
  async #scopeOf(tx: Tx, caller: Caller): Promise<store.PriceScope> {
    return caller.role === 'superadmin' ? { all: true } : { sellerId: await this.#sellerOf(tx, caller) }
  }

  async listCoupons(
    caller: Caller,
    asked: store.CouponFilter,
    page: PageRequest,
  ): Promise<Page<Coupon> & { meta: { sellers?: { id: number; name: string }[] } }> {
    const scope = await this.#deps.database.transaction((tx) => this.#scopeOf(tx, caller))
    const now = this.#deps.clock.now()
    const { rows, total } = await store.pageOfCoupons(
      this.#deps.database.kysely,
      scope,
      { ...asked, now },
      page,
    )
    const { data, meta } = pageOf(rows, total, page)
    const isFirstOfAll = 'all' in scope && page.before === null && page.offset === 0
    const sellers = isFirstOfAll
      ? { sellers: await store.sellersWithCoupons(this.#deps.database.kysely) }
      : {}
    return { data: data.map((row) => present(row, now)), meta: { ...meta, ...sellers } }
  }

  /** Finds coupons among those that `listCoupons` lists, archived ones too. */
  async findCoupons(caller: Caller, search: string, limit: number): Promise<store.FoundCoupon[]> {
    const pattern = searchPattern(search)
    if (pattern === null) return []
    const scope = await this.#deps.database.transaction((tx) => this.#scopeOf(tx, caller))
    return store.couponsWith(this.#deps.database.kysely, scope, pattern, limit)
  }

  /**
   * Creates a coupon. A code that exists already counts as a failed guess, because many attempts would reveal codes of other
   * sellers.
   */
  async createCoupon(caller: Caller, form: CouponForm): Promise<Coupon> {
    refuseTeam(caller)
    await this.#deps.accounts.refuseIfLimited('coupon.account', String(caller.userId))
    const now = this.#deps.clock.now()
    const period = { startsAt: dateOf(form.startsAt), endsAt: dateOf(form.endsAt) }
    if (period.endsAt && period.startsAt && period.endsAt <= period.startsAt) refuseEnd(afterBeginning)
    if (period.endsAt && period.endsAt <= now) refuseEnd('must be in the future')
    const id = await this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.#sellerOf(tx, caller)
      const courseId = form.courseId ?? null
      if (courseId !== null && !(await store.holdCourse(tx, sellerId, courseId))) refuse('COURSE_NOT_FOUND')
      return store.insertCoupon(tx, {
        sellerId,
        code: form.code,
        percentBasisPoints: form.percentBasisPoints ?? null,
        amountCents: form.amount ?? null,
        courseId,
        ...period,
        maxUses: form.maxUses ?? null,
        oncePerPerson: form.oncePerPerson ?? true,
        createdBy: caller.userId,
        createdAt: now,
      })
    })
    if (id === undefined) {
      await this.#deps.accounts.consumeAttempt('coupon.account', String(caller.userId))
      refuse('CODE_TAKEN')
    }
    return this.#readCoupon({ all: true }, id)
  }

  /** Changes a coupon. Absent fields stay unchanged, and uses that orders have reserved stay valid. */
  async updateCoupon(caller: Caller, id: number, { version, ...changes }: CouponChanges): Promise<Coupon> {
    const now = this.#deps.clock.now()
    await this.#deps.database.transaction(async (tx) => {
      const scope = await this.#scopeOf(tx, caller)
      if (!(await store.lockCoupon(tx, scope, id))) refuse('COUPON_NOT_FOUND')
      const row = (await store.couponById(tx, scope, id, now)) ?? refuse('COUPON_NOT_FOUND')
      const endsAt = changes.endsAt === undefined ? row.endsAt : dateOf(changes.endsAt)
      if (endsAt && row.startsAt && endsAt <= row.startsAt) refuseEnd(afterBeginning)
      await recordEdit(tx, {
        kind: 'coupon',
        id,
        by: caller.userId,
        at: now,
        version,
        current: {
          endsAt: row.endsAt?.toISOString() ?? null,
          maxUses: row.maxUses,
          archived: row.archivedAt !== null,
        },
        changes: {
          ...changes,
          endsAt: changes.endsAt === undefined ? undefined : (endsAt?.toISOString() ?? null),
        },
      })
      await store.saveCoupon(tx, id, {
        endsAt,
        maxUses: changes.maxUses === undefined ? row.maxUses : changes.maxUses,
        archivedAt: changes.archived === undefined ? row.archivedAt : changes.archived ? now : null,
      })
    })
    return this.#readCoupon({ all: true }, id)
  }

  async #readCoupon(scope: store.PriceScope, id: number): Promise<Coupon> {
    const now = this.#deps.clock.now()
    const row = await store.couponById(this.#deps.database.kysely, scope, id, now)
    return row ? present(row, now) : refuse('COUPON_NOT_FOUND')
  }

  async readRates(caller: Caller): Promise<Rates> {
    refuseTeam(caller)
    return this.#deps.businesses.ratesOf(caller)
  }

  async updateTaxRate(caller: Caller, change: TaxChange): Promise<Rates> {
    refuseTeam(caller)
    await this.#deps.businesses.setTaxRate(caller, change)
    return this.#deps.businesses.ratesOf(caller)
  }

  async readMoneyBack(caller: Caller): Promise<SellerMoneyBack> {
    refuseTeam(caller)
    const { chosenAt, ...promise } = await this.#deps.businesses.ownMoneyBack(caller)
    return { ...promise, chosenAt: chosenAt?.toISOString() ?? null }
  }

  async updateMoneyBack(caller: Caller, promise: MoneyBackChange): Promise<SellerMoneyBack> {
    refuseTeam(caller)
    await this.#deps.businesses.setMoneyBack(caller, promise)
    return this.readMoneyBack(caller)
  }

  readonly listSellerRates = (
    wanted: Parameters<Businesses['listSellers']>[0],
    page: PageRequest,
  ): Promise<Page<SellerRates>> => this.#deps.businesses.listSellers(wanted, page)

  readonly updateFeeRate = async (
    caller: Caller,
    sellerId: number,
    change: FeeChange,
  ): Promise<SellerRates> =>
    (await this.#deps.businesses.setFeeRate(caller, sellerId, change)) ?? refuse('SELLER_NOT_FOUND')
}

function refuseTeam({ role, businessId }: Pick<Caller, 'role' | 'businessId'>): void {
  const decides = role === 'superadmin' || role === 'admin' || (role === 'instructor' && businessId === null)
  if (!decides) refuse('PRICES_OF_BUSINESS')
}

const afterBeginning = 'must be after the start date'

function refuseEnd(message: string): never {
  refuse('VALIDATION', { issues: [{ path: 'endsAt', message }] })
}

const dateOf = (given: string | null | undefined): Date | null => (given ? new Date(given) : null)

function present(row: store.CouponRow, now: Date): Coupon {
  return {
    id: row.id,
    code: row.code,
    percentBasisPoints: row.percentBasisPoints,
    amount: row.amountCents,
    course: row.courseId === null ? null : { id: row.courseId, title: row.courseTitle ?? '' },
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    maxUses: row.maxUses,
    oncePerPerson: row.oncePerPerson,
    uses: row.used,
    reserved: row.reserved,
    state: stateOf(row, now),
    seller: row.sellerName,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }
}

function stateOf(row: store.CouponRow, now: Date): Coupon['state'] {
  if (row.archivedAt) return 'archived'
  if (row.endsAt && row.endsAt <= now) return 'ended'
  if (row.startsAt && row.startsAt > now) return 'planned'
  if (row.maxUses !== null && row.used >= row.maxUses) return 'used_up'
  return 'active'
}
