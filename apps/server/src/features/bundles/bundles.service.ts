import { runningSale } from '@apogee/domain/money/sale-price.ts'
import type { BundleState } from '@apogee/contracts/bundles/bundle-limits.ts'
import type { Bundle, OfferedBundle } from '@apogee/contracts/bundles/bundles.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { cappedTotal, pageOf, pageRequest, type Page, type PageQuery } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import * as store from './bundles.store.ts'

export interface BundleForm {
  title: string
  description?: string | undefined
  /** The price in sen. */
  price: number
  courseIds: readonly number[]
  coverCourseId?: number | null | undefined
}

export type BundleChanges = { [Field in keyof BundleForm]?: BundleForm[Field] | undefined } & {
  state?: BundleState | undefined
  version?: number | undefined
}

interface BundlesDependencies {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'sellerOf'>
  media: Pick<Media, 'urlFor'>
}

export class Bundles {
  readonly #deps: BundlesDependencies

  constructor(deps: BundlesDependencies) {
    this.#deps = deps
  }

  /**
   * Returns the seller for whom the caller handles bundles: an admin's business, a lone instructor's own, or the platform for a
   * superadmin. Refuses instructors of a business, who do not decide on its prices.
   */
  async #sellerOf(tx: Tx, caller: Caller): Promise<number> {
    if (caller.role === 'instructor' && caller.businessId !== null) refuse('PRICES_OF_BUSINESS')
    return this.#deps.businesses.sellerOf(tx, caller)
  }

  async #scopeOf(tx: Tx, caller: Caller): Promise<store.BundleScope> {
    return caller.role === 'superadmin' ? { all: true } : { sellerId: await this.#sellerOf(tx, caller) }
  }

  async list(
    caller: Caller,
    { state, ...query }: PageQuery & { state?: 'open' | 'archived' | undefined },
  ): Promise<Page<Bundle>> {
    const scope = await this.#deps.database.transaction((tx) => this.#scopeOf(tx, caller))
    const page = pageRequest(query)
    const { rows, total } = await store.pageOfBundles(this.#deps.database.kysely, scope, state, page)
    return pageOf(
      rows.map((row) => this.#present(row, caller)),
      total,
      page,
    )
  }

  async create(caller: Caller, form: BundleForm): Promise<Bundle> {
    const id = await this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.#sellerOf(tx, caller)
      const fields = {
        title: form.title,
        description: form.description ?? '',
        priceCents: form.price,
        state: 'draft' as const,
        coverCourseId: form.coverCourseId ?? null,
        courseIds: [...new Set(form.courseIds)],
      }
      await this.#refuseUnfit(tx, sellerId, fields, fields)
      return store.insertBundle(tx, {
        ...fields,
        sellerId,
        createdBy: caller.userId,
        createdAt: this.#deps.clock.now(),
      })
    })
    return this.#read(caller, id)
  }

  /** Changes a bundle. Absent fields stay unchanged. Orders that were placed keep what they bought. */
  async update(caller: Caller, id: number, { version, ...changes }: BundleChanges): Promise<Bundle> {
    await this.#deps.database.transaction(async (tx) => {
      const scope = await this.#scopeOf(tx, caller)
      if (!(await store.lockBundle(tx, scope, id))) refuse('BUNDLE_NOT_FOUND')
      const row = (await store.bundleById(tx, id)) ?? refuse('BUNDLE_NOT_FOUND')
      const current = {
        title: row.title,
        description: row.description,
        price: row.priceCents,
        courseIds: row.courses.map((course) => course.id),
        coverCourseId: row.coverCourseId,
        state: row.state,
      }
      const wished = {
        ...changes,
        courseIds: changes.courseIds === undefined ? undefined : [...new Set(changes.courseIds)],
      }
      await recordEdit(tx, {
        kind: 'bundle',
        id,
        by: caller.userId,
        at: this.#deps.clock.now(),
        version,
        current,
        changes: wished,
      })
      const fields = fieldsOf(current, wished)
      await this.#refuseUnfit(tx, row.sellerId, fields, fieldsOf(current, {}))
      await store.saveBundle(tx, id, fields, { hasOtherCourses: fields.courseIds !== current.courseIds })
    })
    return this.#read(caller, id)
  }

  /**
   * Refuses courses of other sellers and, for a published bundle, courses that not everybody can buy and a price that saves nothing.
   * A check is made only if the request changes what it is about, because courses and their prices may have changed since.
   */
  async #refuseUnfit(
    tx: Tx,
    sellerId: number,
    wished: store.BundleFields,
    current: store.BundleFields,
  ): Promise<void> {
    const { courseIds, coverCourseId, priceCents, state } = wished
    const isPublishing = state === 'published' && current.state !== 'published'
    const hasOtherCourses = wished === current || courseIds !== current.courseIds
    if ((hasOtherCourses || isPublishing) && courseIds.length < 2) refuse('BUNDLE_COURSES')
    if (coverCourseId !== null && !courseIds.includes(coverCourseId)) refuse('BUNDLE_COURSES')
    const hasNewCourses = wished === current || courseIds.some((id) => !current.courseIds.includes(id))
    const hasNewPrice = priceCents !== current.priceCents || courseIds.length !== current.courseIds.length
    if (!isPublishing && !hasOtherCourses && !hasNewPrice) return
    const courses = await store.lockCourses(tx, sellerId, courseIds)
    if ((hasNewCourses || isPublishing) && courses.length < courseIds.length) refuse('BUNDLE_COURSES')
    if (state !== 'published') return
    const isUnsold = courses.some((course) => !course.isListed || course.priceCents === 0)
    if ((hasNewCourses || isPublishing) && isUnsold) refuse('BUNDLE_COURSES')
    const apartCents = courses.reduce((sum, course) => sum + course.priceCents, 0)
    if (priceCents >= apartCents) refuse('BUNDLE_PRICE')
  }

  async #read(caller: Caller, id: number): Promise<Bundle> {
    const row = await store.bundleById(this.#deps.database.kysely, id)
    return row ? this.#present(row, caller) : refuse('BUNDLE_NOT_FOUND')
  }

  async listOffered(
    caller: MaybeCaller,
    { search, ...query }: PageQuery & { search?: string | undefined },
  ): Promise<Page<OfferedBundle>> {
    const page = pageRequest(query)
    const pattern = searchPattern(search)
    const { rows, total } = await store.pageOfOffered(this.#deps.database.kysely, pattern, page)
    return pageOf(
      rows.map((row) => this.#offer(row, caller)),
      cappedTotal(total),
      page,
    )
  }

  /** Returns the seller's bundles on sale as anonymous visitors see them, the newest first. */
  readonly offeredBy = async (db: Db, sellerId: number, limit: number): Promise<OfferedBundle[]> =>
    (await store.offeredBy(db, sellerId, limit)).map((row) => this.#offer(row, null))

  async readOffered(caller: MaybeCaller, id: number): Promise<OfferedBundle> {
    const row = await store.offeredById(this.#deps.database.kysely, id)
    return row ? this.#offer(row, caller) : refuse('BUNDLE_NOT_FOUND')
  }

  /** Returns which of these bundles are on sale, in the order of ids. Locks them in a transaction of a purchase. */
  readonly soldBundles = (
    db: Db,
    ids: readonly number[],
    options?: { lock: boolean },
  ): Promise<store.SoldBundle[]> =>
    ids.length === 0 ? Promise.resolve([]) : store.soldBundles(db, ids, options)

  #present(row: store.BundleRow, caller: Caller): Bundle {
    return {
      id: row.id,
      title: row.title,
      description: row.description,
      image: this.#coverOf(row, caller),
      price: row.priceCents,
      state: row.state,
      coverCourseId: row.coverCourseId,
      courses: row.courses.map((course) => ({
        ...this.#presentCourse(course, caller),
        isSold: course.isSold,
      })),
      isOnSale:
        row.state === 'published' && row.courses.length >= 2 && row.courses.every((one) => one.isSold),
      seller: caller.role === 'superadmin' ? row.sellerName : null,
      createdAt: row.createdAt.toISOString(),
      version: row.version,
    }
  }

  #offer(row: store.BundleRow, caller: MaybeCaller): OfferedBundle {
    const courses = row.courses.map((course) => this.#presentCourse(course, caller))
    return {
      id: row.id,
      title: row.title,
      description: row.description,
      image: this.#coverOf(row, caller),
      price: Math.min(
        row.priceCents,
        courses.reduce((sum, { price }) => sum + price, 0),
      ),
      apart: courses.reduce((sum, { price, salePrice }) => sum + (salePrice ?? price), 0),
      seller: row.shownSeller,
      ...(row.school !== null && { school: row.school }),
      courses,
    }
  }

  #presentCourse(course: store.BundleCourseRow, caller: MaybeCaller): OfferedBundle['courses'][number] {
    const sale = runningSale(timedPriceOf(course), course.priceCents, this.#deps.clock.now())
    return {
      id: course.id,
      title: course.title,
      image: this.#imageOf(course, caller),
      price: course.priceCents,
      ...(sale && { salePrice: sale.priceCents }),
    }
  }

  #imageOf({ imagePublicId: publicId, isSold }: store.BundleCourseRow, caller: MaybeCaller): string {
    return publicId === null
      ? ''
      : this.#deps.media.urlFor(caller, { publicId, purpose: 'cover', isHidden: !isSold })
  }

  /** Returns the cover of the chosen course, else of the first course with one. */
  #coverOf({ courses, coverCourseId }: store.BundleRow, caller: MaybeCaller): string {
    const covered = courses.filter(({ imagePublicId }) => imagePublicId !== null)
    const shown = covered.find(({ id }) => id === coverCourseId) ?? covered[0]
    return shown ? this.#imageOf(shown, caller) : ''
  }
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const timedPriceOf = ({ salePriceCents, saleStartsAt, saleEndsAt }: store.BundleCourseRow) =>
  salePriceCents === null
    ? null
    : { priceCents: salePriceCents, startsAt: dateOf(saleStartsAt), endsAt: dateOf(saleEndsAt) }

interface CurrentFields {
  title: string
  description: string
  price: number
  courseIds: readonly number[]
  coverCourseId: number | null
  state: BundleState
}

/** The cover of a course that leaves the bundle leaves with it, unless the request names one. */
function fieldsOf(
  current: CurrentFields,
  changes: { [Field in keyof CurrentFields]?: CurrentFields[Field] | undefined },
): store.BundleFields {
  const courseIds = changes.courseIds ?? current.courseIds
  const kept = courseIds.find((id) => id === current.coverCourseId) ?? null
  return {
    title: changes.title ?? current.title,
    description: changes.description ?? current.description,
    priceCents: changes.price ?? current.price,
    courseIds,
    coverCourseId: changes.coverCourseId === undefined ? kept : changes.coverCourseId,
    state: changes.state ?? current.state,
  }
}
