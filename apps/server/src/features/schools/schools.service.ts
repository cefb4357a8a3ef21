import type { SchoolForm } from '@apogee/contracts/schools/schools.forms.ts'
import { schoolLimits } from '@apogee/contracts/schools/school-limits.ts'
import type { ListedSchool, OwnSchool, SchoolPage } from '@apogee/contracts/schools/schools.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { cappedTotal, pageOf, pageRequest, type Page, type PageQuery } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Bundles } from '#server/features/bundles/bundles.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Catalogue } from '#server/features/catalogue/catalogue.service.ts'
import type { Reviews } from '#server/features/reviews/reviews.service.ts'
import * as store from './schools.store.ts'

interface SchoolsDependencies {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'sellerOf'>
  catalogue: Pick<Catalogue, 'publicCards'>
  bundles: Pick<Bundles, 'offeredBy'>
  reviews: Pick<Reviews, 'ofSeller'>
}

type SchoolChanges = { [Field in keyof SchoolForm]?: SchoolForm[Field] | undefined } & {
  version?: number | undefined
}

const namePath = /^\/school\/([\w-]{1,40})\/?$/

export class Schools {
  readonly #deps: SchoolsDependencies
  readonly forget = store.forgetPerson

  constructor(deps: SchoolsDependencies) {
    this.#deps = deps
  }

  async list({ search, ...query }: PageQuery & { search?: string | undefined }): Promise<Page<ListedSchool>> {
    const page = pageRequest(query)
    const { rows, total } = await this.#deps.database.publicRead((db) =>
      store.pageOfSchools(db, searchPattern(search), page),
    )
    return pageOf(rows, cappedTotal(total), page)
  }

  /** Returns the public pages in the order of their sellers, for the sitemap. */
  publicSchoolsAfter(place: Parameters<typeof store.schoolsAfter>[1]) {
    return this.#deps.database.publicRead((db) => store.schoolsAfter(db, place))
  }

  /** Returns the present path of a school for an earlier one, and null for every other path. */
  async movedTo(pathname: string): Promise<string | null> {
    const name = namePath.exec(pathname)?.[1]
    if (name === undefined) return null
    return this.#deps.database.publicRead(async (db) => {
      const sellerId = await store.sellerNamed(db, name.toLowerCase())
      const school = sellerId === null ? undefined : await store.publicSchool(db, sellerId)
      return school === undefined || school.name === name ? null : `/school/${school.name}`
    })
  }

  /** Returns the page as everybody sees it. */
  read(name: string): Promise<SchoolPage> {
    return this.#deps.database.publicRead(async (db) => {
      const sellerId = (await store.sellerNamed(db, name.toLowerCase())) ?? refuse('SCHOOL_NOT_FOUND')
      const school = (await store.publicSchool(db, sellerId)) ?? refuse('SCHOOL_NOT_FOUND')
      const courseIds = await store.listedCourses(db, sellerId, schoolLimits.courses)
      const { rating, reviews } = await this.#deps.reviews.ofSeller(db, sellerId, schoolLimits.reviews)
      return {
        ...school,
        teachers: await store.teachersOf(db, sellerId, schoolLimits.teachers),
        courses: await this.#deps.catalogue.publicCards(db, courseIds),
        bundles: await this.#deps.bundles.offeredBy(db, sellerId, schoolLimits.bundles),
        rating,
        reviews,
      }
    })
  }

  readonly readOwn = (caller: Caller): Promise<OwnSchool> =>
    this.#deps.database.transaction(async (tx) =>
      this.#present(tx, await this.#deps.businesses.sellerOf(tx, caller)),
    )

  async #present(db: Db, sellerId: number): Promise<OwnSchool> {
    return {
      ...(await store.ownSchool(db, sellerId)),
      courses: await store.ownCourses(db, sellerId, schoolLimits.ordered),
    }
  }

  async update(caller: Caller, { version, ...changes }: SchoolChanges): Promise<OwnSchool> {
    return this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.#deps.businesses.sellerOf(tx, caller)
      await store.lockSchool(tx, sellerId)
      const { name, intro } = await store.ownSchool(tx, sellerId)
      const at = this.#deps.clock.now()
      await recordEdit<SchoolForm>(tx, {
        kind: 'school',
        id: sellerId,
        by: caller.userId,
        at,
        version,
        current: { name, intro },
        changes,
      })
      if (changes.intro !== undefined) await store.setIntro(tx, sellerId, changes.intro)
      if (changes.name !== undefined && changes.name !== name) {
        if (!(await store.takeName(tx, sellerId, { name: changes.name, at }))) refuse('SCHOOL_NAME_TAKEN')
        if ((await store.countNames(tx, sellerId)) > schoolLimits.names) refuse('SCHOOL_NAMES_USED_UP')
      }
      return this.#present(tx, sellerId)
    })
  }

  async orderCourses(caller: Caller, courseIds: readonly number[]): Promise<OwnSchool> {
    return this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.#deps.businesses.sellerOf(tx, caller)
      await store.lockSchool(tx, sellerId)
      await store.setOrder(tx, sellerId, courseIds)
      return this.#present(tx, sellerId)
    })
  }
}
